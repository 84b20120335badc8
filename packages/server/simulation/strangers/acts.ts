import { goodBuyer, newCheckout, pathOf } from '../../test/checkouts.ts'
import type { MadeProduct } from '../../test/products.ts'
import { withToken } from '../../test/sellers.ts'
import type { Chance } from '../chance.ts'
import type { WorldOperation } from '../world-operation.ts'
import type { Town, Victim } from './town.ts'

/** What strangers do at public doors. Every refusal is an expected answer. */
export const strangersActs = (town: Town): WorldOperation[] => [
  { weight: 4, run: (chance) => buyAs(town, chance) },
  { weight: 2, run: (chance) => followLink(town, chance) },
  { weight: 2, run: (chance) => guessCode(town, chance) },
  { weight: 5, run: (chance) => useSession(town, chance) },
  { weight: 3, run: (chance) => restartGift(town, chance) },
  { weight: 2, run: (chance) => typeOddFields(town, chance) },
  { weight: 3, run: (chance) => buyWithAccount(town, chance) },
  { weight: 2, run: () => newcomerBuys(town) },
]

/** The same address, as people write it. */
const spellings = [
  (email: string) => email,
  (email: string) => email.toUpperCase(),
  (email: string) => ` ${email}`,
] as const

async function buyAs(town: Town, chance: Chance): Promise<string> {
  const victim = chance.pick(town.victims)
  const product = chance.pick([town.sample, town.sample, town.course, town.club])
  const spelled = chance.pick(spellings)(victim.email)
  await buy(town, product, spelled)
  return `buys ${product.name} with the address of ${victim.name}`
}

export async function buy(town: Town, product: MadeProduct, customer_email: string): Promise<void> {
  const { body } = await town.stranger.post('/checkouts/client/', { product_id: product.id })
  await confirmAs(town, String(body?.['client_secret']), customer_email)
}

/** Keeps the session that every confirmation opens. */
async function confirmAs(town: Town, client_secret: string, customer_email: string): Promise<void> {
  const answer = await town.stranger.post(`${pathOf({ client_secret })}/confirm`, {
    ...goodBuyer(),
    customer_name: 'A Stranger',
    customer_email,
  })
  if (answer.status !== 200) return
  const { id, customer_session_token: token } = answer.body ?? {}
  town.purchases.push({ checkoutId: String(id), token: String(token) })
  await town.server.settle()
}

async function followLink(town: Town, chance: Chance): Promise<string> {
  const victim = chance.pick(town.victims)
  const query = chance.pick([
    `?customer_email=${victim.email}&customer_id=${victim.customerId}`,
    `?discount_id=${town.giftDiscountId}&amount=-1`,
    `?product_id=${town.club.id}&customer_external_id=${victim.customerId}`,
    '?customer_email=&customer_email=a%00b&metadata[x]=1',
  ])
  const answer = await fetch(`${town.link.url}${query}`, { redirect: 'manual' })
  const secret = answer.headers.get('location')?.split('/').at(-1)?.split('?')[0]
  if (secret !== undefined) await confirmAs(town, secret, victim.email)
  return `follows a link with ${query.length} odd characters`
}

/** At the seller’s application, which names the stranger’s account and no address. */
async function buyWithAccount(town: Town, chance: Chance): Promise<string> {
  const { seller, sample, account, newcomer, victims } = town
  const typed = chance.pick([newcomer, newcomer, chance.pick(victims).email])
  const gift = await newCheckout(seller, [sample], { external_customer_id: account })
  town.accountCheckouts.push(gift.id)
  await town.stranger.post(`${pathOf(gift)}/confirm`, {
    ...goodBuyer(),
    customer_email: chance.pick(spellings)(typed),
  })
  await town.server.settle()
  return `buys with an account and the address of ${typed === newcomer ? 'a newcomer' : 'a victim'}`
}

/** No act of a stranger: what the newcomer buys must stay hidden from them. */
async function newcomerBuys({ server, stranger: browser, club, newcomer }: Town): Promise<string> {
  const { body } = await browser.post('/checkouts/client/', { product_id: club.id })
  await browser.post(`${pathOf({ client_secret: String(body?.['client_secret']) })}/confirm`, {
    ...goodBuyer(),
    customer_name: 'Secret Newcomer',
    customer_email: newcomer,
  })
  await server.settle()
  return 'a newcomer buys the club'
}

async function guessCode(town: Town, chance: Chance): Promise<string> {
  const { email, name } = chance.pick(town.victims)
  const key = { organization_id: town.organizationId, email }
  const path = '/customer-portal/customer-session'
  await town.stranger.post(`${path}/request`, key)
  const code = chance.pick(['ABCDEF', chance.uuid().slice(0, 6), 'ABCD-EFGH-IJKL-MNOP', '000000A'])
  const answer = await town.stranger.post(`${path}/authenticate`, { ...key, code })
  return `guesses a code of ${name}: ${answer.status}`
}

async function useSession(town: Town, chance: Chance): Promise<string> {
  const [purchase] = town.purchases.slice(-chance.whole(1, 3))
  if (purchase === undefined) return 'has no session'
  const session = withToken(town.server, purchase.token)
  const { name, ...ids } = chance.pick(town.victims)
  const at = chance.whole(0, forbiddenCalls.length - 1)
  await forbiddenCalls[at]?.(session, { name, ...ids }, town)
  return `makes call ${at + 1} on ${name} with the session of a purchase`
}

type ForbiddenCall = (
  session: ReturnType<typeof withToken>,
  victim: Victim,
  town: Town,
) => Promise<unknown>

const portal = '/customer-portal'
const me = `${portal}/customers/me`

const forbiddenCalls: readonly ForbiddenCall[] = [
  (session) => session.patch(me, { email: 'stranger@example.com', name: 'Stolen' }),
  (session) => session.post(`${me}/email`, { code: 'ABCDEFG' }),
  (session) => session.post(`${me}/payment-methods`, { confirmation_token_id: 'tok_sandbox_ok' }),
  (session, { subscriptionId }) => session.remove(`${portal}/subscriptions/${subscriptionId}`),
  (session, { subscriptionId }, { course }) =>
    session.patch(`${portal}/subscriptions/${subscriptionId}`, { product_id: course.id }),
  (session, { subscriptionId }) =>
    session.patch(`${portal}/subscriptions/${subscriptionId}`, { cancel_at_period_end: true }),
]

async function restartGift(town: Town, chance: Chance): Promise<string> {
  const { body } = await town.stranger.post(`${pathOf(town.gift)}/renew`, {})
  const victim = chance.pick(town.victims)
  await confirmAs(town, String(body?.['client_secret']), victim.email)
  return `restarts the checkout of another with the address of ${victim.name}`
}

async function typeOddFields(town: Town, chance: Chance): Promise<string> {
  const { stranger, sample, victims, giftDiscountId } = town
  const { customerId, subscriptionId } = chance.pick(victims)
  const { body } = await stranger.post('/checkouts/client/', { product_id: sample.id })
  const fields = chance.pick([
    { customer_id: customerId },
    { subscription_id: subscriptionId },
    { discount_id: giftDiscountId },
    { is_customer_given: true, amount: 0 },
  ])
  const path = pathOf({ client_secret: String(body?.['client_secret']) })
  const answer = await stranger.patch(path, fields)
  return `types ${Object.keys(fields)[0]}: ${answer.status}`
}
