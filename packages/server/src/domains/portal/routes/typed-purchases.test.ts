import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { newCheckout } from '../../../../test/checkouts.ts'
import { type MadeCustomer, newCustomer } from '../../../../test/customers.ts'
import { testDatabase } from '../../../../test/database.ts'
import { type BillingCalls, briefOf, withNothing, withToken } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import {
  addCard,
  advance,
  buyAs,
  buyNamed,
  buyWithTypedAddress,
  cardsOf,
  chargedTo,
  type Market,
  methodsPath,
  newMember,
  openMarket,
  openMarketOfOne,
  pay,
  plan,
  portalOf,
  statusOf,
  trialOf,
} from '../../../../test/typed-purchases.ts'

const db = testDatabase()
const server = testServer(db)
const other = testServer(db)

const failing = 'tok_sandbox_fails_later'
const good = 'tok_sandbox_ok'

describe('a buyer who typed the address of a known customer', () => {
  it('pays what the checkout showed, and nothing that the customer owes', async () => {
    const { market, ada } = await openMarketOfOne(server.current)
    const owed = await trialOf(market, ada, 50_000)
    await advance(market, 3)
    expect(await statusOf(market, owed)).toBe('past_due')
    await buyAs(market, await plan(market, 2000), { email: ada.email, card: good })
    expect(await chargedTo(market, '4242')).toEqual([2000])
    expect(await statusOf(market, owed)).toBe('past_due')
    expect(await cardsOf(market, ada)).toEqual([])
  })

  it('pays for the purchase with a card that serves it alone', async () => {
    const { market, ada, ...bought } = await buyWithTypedAddress(server.current, good)
    expect(await cardsOf(market, ada)).toEqual([])
    await advance(market, 32)
    expect(await chargedTo(market, '4242')).toEqual([2000, 2000])
    expect(await statusOf(market, bought.subscriptionId)).toBe('active')
  })
})

describe('a customer whose address somebody typed', () => {
  it('does not pay for that purchase with a card that they add', async () => {
    const { market, ada, ...typed } = await buyWithTypedAddress(server.current, failing)
    await advance(market, 32)
    expect(await statusOf(market, typed.subscriptionId)).toBe('past_due')
    await addCard(market, ada, good)
    await advance(market, 10)
    expect(await chargedTo(market, '4242')).toEqual([])
    expect(await statusOf(market, typed.subscriptionId)).toBe('past_due')
  })

  it('does not pay for a free purchase that the seller makes paid', async () => {
    const { market, ada } = await openMarketOfOne(server.current)
    await addCard(market, ada, good)
    const typed = await buyAs(market, await plan(market, 0), { email: ada.email, card: good })
    const { id: product_id } = await plan(market, 7000)
    await market.seller.patch(`/subscriptions/${typed.subscriptionId}`, {
      product_id,
      proration_behavior: 'prorate',
    })
    await advance(market, 32)
    expect(await chargedTo(market, '4242')).toEqual([])
  })
})

describe('the details of a customer whose address somebody typed', () => {
  const typed = { customer_name: 'Mallory', customer_billing_address: { country: 'FR' } }

  it('stay empty, and their metadata as it was, until they enter the code', async () => {
    const market = await openMarket(server.current)
    const ada = await newCustomer(market.seller, { metadata: { user: 'ada' } })
    const checkout = await newCheckout(market.seller, [await plan(market, 2000)], {
      customer_metadata: { user: 'mallory' },
    })
    const bought = await pay(market, checkout.client_secret, {
      ...typed,
      customer_email: ada.email,
      card: good,
    })
    const read = async () => (await market.seller.get(`/customers/${ada.id}`)).body
    expect(await read()).toMatchObject({
      name: null,
      billing_address: null,
      metadata: { user: 'ada' },
    })
    await enterCode(market, ada, bought.token)
    expect(await read()).toMatchObject({
      name: 'Mallory',
      billing_address: { country: 'FR' },
      metadata: { user: 'mallory' },
    })
  })
})

describe('a customer whom the seller named', () => {
  it('pays at an upgrade what it shows, and no overdue payment of another subscription', async () => {
    const dunning = { attempt_days: [1], grace_days: 0, final_action: 'unpaid' }
    const { market, ada } = await openMarketOfOne(server.current, { dunning })
    const owed = await trialOf(market, ada, 100_000)
    await advance(market, 10)
    expect(await statusOf(market, owed)).toBe('unpaid')
    const free = await market.seller.post('/subscriptions/', {
      product_id: (await plan(market, 0)).id,
      customer_id: ada.id,
    })
    await market.seller.patch(`/organizations/${market.organization.id}/billing-settings`, {
      allow_multiple_subscriptions: false,
    })
    const upgraded = await buyNamed(market, await plan(market, 2000), {
      subscription_id: String(free.body?.['id']),
      card: good,
    })
    expect(await chargedTo(market, '4242')).toEqual([2000])
    expect(await statusOf(market, owed)).toBe('unpaid')
    expect(await statusOf(market, upgraded.subscriptionId)).toBe('active')
  })
})

const subscriptions = '/customer-portal/subscriptions'

describe('a subscription that was bought with the address of a customer', () => {
  it('is paid with their own card once they accept it, and the other card is removed', async () => {
    const { market, ada, subscriptionId: id } = await buyWithTypedAddress(server.current, failing)
    await advance(market, 32)
    const owed = { subscription_id: id, amount: 2000, currency: 'usd' }
    const accept = async () =>
      (await portalOf(market, ada)).post(`${subscriptions}/${id}/accept`, {})
    expect(await overdueOf(market, ada)).toMatchObject([{ ...owed, accepted: false }])
    expect(briefOf(await accept())).toBe('402 PaymentMethodMissing')
    await addCard(market, ada, good)
    expect(await chargedTo(market, '4242')).toEqual([])
    const accepted = await accept()
    expect(accepted).toMatchObject({
      status: 200,
      body: { status: 'active', accepted_at: expect.any(String) },
    })
    expect(await chargedTo(market, '4242')).toEqual([2000])
    expect(await overdueOf(market, ada)).toEqual([])
    expect(await cardsOf(market, ada)).toEqual(['4242!'])
    expect((await accept()).body).toEqual(accepted.body)
    await advance(market, 31)
    expect(await chargedTo(market, '4242')).toEqual([2000, 2000])
    expect(await chargedTo(market, '0341')).toEqual([2000])
  })

  it('is charged once where two acceptances race on two servers', async () => {
    const { market, ada, subscriptionId: id } = await buyWithTypedAddress(server.current, failing)
    await advance(market, 32)
    await addCard(market, ada, good)
    const sessions = await Promise.all(
      [server.current, other.current].map((at) => portalOf({ ...market, server: at }, ada)),
    )
    const answers = await Promise.all(
      [...sessions, ...sessions].map((session) =>
        session.post(`${subscriptions}/${id}/accept`, {}),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    await server.current.settle()
    expect(await chargedTo(market, '4242')).toEqual([2000])
    expect(await statusOf(market, id)).toBe('active')
  })

  it('keeps its plan until then, and can be canceled', async () => {
    const { market, ada, subscriptionId: id } = await buyWithTypedAddress(server.current, good)
    const portal = await portalOf(market, ada)
    expect((await portal.get(`${subscriptions}/${id}`)).body).toMatchObject({ accepted_at: null })
    const { id: product_id } = await plan(market, 100_000)
    const change = await portal.patch(`${subscriptions}/${id}`, { product_id })
    const preview = await portal.post(`${subscriptions}/${id}/preview`, { product_id })
    expect([change, preview].map(briefOf)).toEqual([
      '409 SubscriptionNotAccepted',
      '409 SubscriptionNotAccepted',
    ])
    expect((await portal.remove(`${subscriptions}/${id}`)).status).toBe(200)
  })

  it('is not accepted with the session of the purchase, or by another customer', async () => {
    const market = await openMarket(server.current)
    const [ada, ben] = [await newMember(market), await newMember(market)]
    const { subscriptionId: id, session } = await buyAs(market, await plan(market, 2000), {
      email: ada.email,
      card: good,
    })
    const path = `${subscriptions}/${id}/accept`
    expect(briefOf(await session.post(path, {}))).toBe('403 CustomerEmailUnproved')
    expect(briefOf(await (await portalOf(market, ben)).post(path, {}))).toBe('404 ResourceNotFound')
  })
})

describe('a buyer who enters the code in the session of their purchase', () => {
  it('keeps the subscription and its card, which collects nothing else', async () => {
    const { market, ada } = await openMarketOfOne(server.current)
    const owed = await trialOf(market, ada, 50_000)
    await advance(market, 3)
    const bought = await buyAs(market, await plan(market, 2000), { email: ada.email, card: good })
    const portal = await enterCode(market, ada, bought.token)
    expect((await portal.get(`${subscriptions}/${bought.subscriptionId}`)).body).toMatchObject({
      accepted_at: expect.any(String),
    })
    expect(await cardsOf(market, ada)).toEqual(['4242!'])
    await server.current.settle()
    expect(await chargedTo(market, '4242')).toEqual([2000])
    expect(await statusOf(market, owed)).toBe('past_due')
  })

  it('keeps nothing of the purchase of another customer', async () => {
    const market = await openMarket(server.current)
    const [ada, ben] = [await newMember(market), await newMember(market)]
    const product = await plan(market, 2000)
    const bought = await buyAs(market, product, { email: ada.email, card: good })
    await enterCode(market, ben, bought.token)
    expect(await cardsOf(market, ben)).toEqual([])
    expect(await cardsOf(market, ada)).toEqual([])
  })
})

describe('a customer who removes their default card', () => {
  it('is not charged for what is overdue, because no sum was shown', async () => {
    const { market, ada } = await openMarketOfOne(server.current)
    await addCard(market, ada, good)
    const owed = await buyNamed(market, await plan(market, 5000), {
      customer_id: ada.id,
      card: failing,
    })
    const first = await addCard(market, ada, failing)
    await advance(market, 31)
    expect(await statusOf(market, owed.subscriptionId)).toBe('past_due')
    await (await portalOf(market, ada)).remove(`${methodsPath}/${first}`)
    await server.current.settle()
    expect(await chargedTo(market, '4242')).toEqual([])
  })
})

const overdue = z.object({ items: z.array(z.record(z.string(), z.unknown())) })

async function overdueOf(market: Market, member: MadeCustomer) {
  const path = '/customer-portal/customers/me/overdue-payments'
  return overdue.parse((await (await portalOf(market, member)).get(path)).body).items
}

async function enterCode(
  { organization }: Market,
  { email }: MadeCustomer,
  purchase_session_token: string,
): Promise<BillingCalls> {
  const key = { organization_id: organization.id, email }
  const path = '/customer-portal/customer-session'
  const anybody = withNothing(server.current)
  await anybody.post(`${path}/request`, key)
  const mails = (await server.current.sentMails()).filter(({ to }) => to === email)
  const code = mails.map(({ text }) => /Code: ([A-Z0-9]{6})\b/.exec(text)?.[1]).findLast(Boolean)
  const entered = { ...key, code, purchase_session_token }
  const { status, body } = await anybody.post(`${path}/authenticate`, entered)
  expect(status).toBe(200)
  return withToken(server.current, String(body?.['token']))
}
