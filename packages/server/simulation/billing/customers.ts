import { prorationModes } from '@guildhall/contract/organizations/billing-settings'
import type { Id } from '@guildhall/contract/primitives'
import type { SubscriptionChange } from '@guildhall/contract/subscriptions/changes'
import { findDiscountsOf, findProductsOf, withProducts } from '../../src/domains/catalog/index.ts'
import { listPricesOf } from '../../src/domains/catalog/store/product-prices.ts'
import { findCustomersOf } from '../../src/domains/customers/index.ts'
import { placeOrders } from '../../src/domains/orders/index.ts'
import {
  carryOutPayments,
  methodsToCharge,
  type PaymentParts,
} from '../../src/domains/payments/index.ts'
import { changeSubscription } from '../../src/domains/subscriptions/actions/change-subscription.ts'
import { beginCollecting } from '../../src/domains/subscriptions/actions/collect.ts'
import { orderOf } from '../../src/domains/subscriptions/actions/save-plans.ts'
import { settleAttempts } from '../../src/domains/subscriptions/actions/settle-attempts.ts'
import { begin as beginSubscription } from '../../src/domains/subscriptions/actions/subscribe.ts'
import { assert } from '../../src/kernel/assert.ts'
import { minorUnits } from '../../src/kernel/money.ts'
import { Problem } from '../../src/kernel/refusal.ts'
import { type Work, work } from '../../src/platform/work.ts'
import { leaveCard, makeDefault } from '../../test/renewals.ts'
import type { Chance } from '../chance.ts'
import type { Operation } from '../world.ts'
import { dying } from './deaths.ts'
import { dollars, type Good, type Member, type Shop } from './shop.ts'

export const customerOperations = (shop: Shop): Operation[] => [
  { weight: 1, run: (chance) => subscribes(shop, chance) },
  { weight: 8, run: (chance) => changes(shop, chance) },
  { weight: 2, run: (chance) => changesAndDies(shop, chance) },
  { weight: 2, run: (chance) => leavesCard(shop, chance) },
]

const cards = [
  { token: 'tok_sandbox_ok', last4: '4242', name: 'a good card' },
  { token: 'tok_sandbox_fails_later', last4: '0341', name: 'a card that fails later' },
] as const

async function leavesCard(shop: Shop, chance: Chance): Promise<string> {
  const member = chance.pick(shop.members)
  const card = chance.pick(cards)
  await takeCard(shop, member, card)
  return `${member.name} leaves ${card.name}`
}

async function takeCard(
  { parts, organizationId }: Shop,
  member: Member,
  { token, last4 }: (typeof cards)[number],
): Promise<void> {
  const { customerId } = member
  await leaveCard(parts, { organizationId, customerId }, token)
  await makeDefault(parts, { organizationId, customerId }, last4)
  member.hasCard = true
}

/** Everybody has something, or there would be little to tell. */
export async function subscribeAll(shop: Shop, chance: Chance): Promise<void> {
  for (const member of shop.members) await subscribe(shop, member, chance)
}

async function subscribes(shop: Shop, chance: Chance): Promise<string> {
  const member = chance.pick(shop.members)
  if (member.subscriptions.length >= 2) return `${member.name} has enough`
  return subscribe(shop, member, chance)
}

async function subscribe(shop: Shop, member: Member, chance: Chance): Promise<string> {
  const good = chance.pick(shop.goods)
  const discountId = chance.oneIn(3) ? chance.pick(shop.discountIds) : null
  const trialDays = chance.oneIn(5) ? chance.whole(1, 20) : null
  const isPaidLater = trialDays !== null || good.amount === null
  if (!member.hasCard && !(isPaidLater && chance.oneIn(2))) {
    await takeCard(shop, member, chance.pick(cards))
  }
  member.subscriptions.push(await begin(shop, member, { good, discountId, trialDays }))
  const discounted = discountId === null ? '' : ', discounted'
  const onTrial = trialDays === null ? '' : ', on trial'
  return `${member.name} subscribes to ${good.name}${discounted}${onTrial}`
}

interface Wish {
  readonly good: Good
  readonly discountId: Id<'discount'> | null
  readonly trialDays: number | null
}

/** As whoever sells does it: begun, billed, and charged outside of the transaction. */
async function begin(shop: Shop, member: Member, wish: Wish): Promise<Id<'subscription'>> {
  const { parts, organizationId } = shop
  const { id, payments } = await work(parts.workshop, { organizationId }, (unit) =>
    beginIn(unit, shop, member, wish),
  )
  const keys = payments.map((paymentId) => ({ organizationId, paymentId }))
  await settleAttempts(parts, organizationId, await carryOutPayments(parts, keys))
  return id
}

async function beginIn(
  unit: Work,
  { parts, organizationId }: Shop,
  { customerId }: Member,
  { good: { productId }, discountId, trialDays }: Wish,
) {
  const { tx, now } = unit
  const [customer] = await findCustomersOf(tx, organizationId, [customerId])
  const [product] = await findProductsOf(tx, organizationId, [productId])
  assert(customer !== undefined && product !== undefined, 'they were founded with the shop')
  const found = discountId === null ? [] : await findDiscountsOf(tx, organizationId, [discountId])
  const [discount] = await withProducts(tx, found)
  const { row, plan } = await beginSubscription(unit, parts, {
    organizationId,
    customer,
    product,
    prices: await listPricesOf(tx, organizationId, [productId]),
    chosenAmount: null,
    discount: discount ?? null,
    checkoutId: null,
    paymentMethodId: null,
    currency: dollars,
    customFieldData: {},
    metadata: {},
    upgradeOf: null,
    trialEnd: trialDays === null ? null : new Date(now.getTime() + trialDays * dayMilliseconds),
  })
  assert(plan.order !== null, 'every period has an order')
  const save = { row, before: plan.after, plan, tax: noTax }
  const [placed] = await placeOrders(unit, [orderOf(save, plan.order, customer)])
  assert(placed !== undefined, 'what was ordered is placed')
  const { order, dueAmount } = placed
  const wanted = [{ customerId, paymentMethodId: null }]
  const [method] = await methodsToCharge(tx, organizationId, wanted)
  if (dueAmount === 0 || method == null) return { id: row.id, payments: [] }
  const { name: productName } = product
  const { id: paymentMethodId } = method
  const charge = { row, customer, productName, orderId: order.id, dueAmount, paymentMethodId }
  const payments = await beginCollecting(unit, parts, [charge])
  return { id: row.id, payments: payments.map(({ id }) => id) }
}

const noTax = {
  amount: minorUnits(0),
  reason: 'not_subject_to_tax',
  rate: null,
  calculationId: null,
} as const

const dayMilliseconds = 86_400_000

async function changes(shop: Shop, chance: Chance): Promise<string> {
  const wish = wishOf(shop, chance)
  if (wish === null) return 'nobody has anything to change'
  await change(shop, shop.parts, wish)
  return wish.line
}

async function changesAndDies(shop: Shop, chance: Chance): Promise<string> {
  const wish = wishOf(shop, chance)
  if (wish === null) return 'nobody has anything to change'
  const at = chance.whole(1, 60)
  await dying(shop, at, (parts) => change(shop, parts, wish))
  return `${wish.line}, and the server dies at statement ${at} at the latest`
}

interface WishOfMember {
  readonly line: string
  readonly id: Id<'subscription'>
  readonly change: SubscriptionChange
}

function wishOf(shop: Shop, chance: Chance): WishOfMember | null {
  const member = chance.pick(shop.members)
  if (member.subscriptions.length === 0) return null
  const { name, wanted } = chance.weighted(wishes).of(shop, chance)
  const id = chance.pick(member.subscriptions)
  const line = `${member.name} ${name} (${member.subscriptions.indexOf(id) + 1})`
  return { line, id, change: wanted }
}

interface Wanted {
  readonly name: string
  readonly wanted: SubscriptionChange
}

const said = (name: string, wanted: SubscriptionChange) => (): Wanted => ({ name, wanted })

const wishes: readonly {
  readonly weight: number
  readonly of: (shop: Shop, chance: Chance) => Wanted
}[] = [
  {
    weight: 10,
    of: ({ goods }, chance) => {
      const { name, productId } = chance.pick(goods)
      const prorationBehavior = chance.pick(prorationModes)
      return {
        name: `wants ${name} by ${prorationBehavior}`,
        wanted: { productId, prorationBehavior },
      }
    },
  },
  {
    weight: 2,
    of: ({ discountIds }, chance) => {
      const discountId = chance.pick([null, ...discountIds])
      const name = discountId === null ? 'loses the discount' : 'gets a discount'
      return { name, wanted: { discountId } }
    },
  },
  { weight: 3, of: said('cancels', { cancelAtPeriodEnd: true }) },
  { weight: 2, of: said('stays after all', { cancelAtPeriodEnd: false }) },
  { weight: 2, of: said('is revoked', { revoke: true }) },
  { weight: 1, of: said('ends the trial', { trialEnd: 'now' }) },
  { weight: 1, of: said('takes the scheduled change back', { pendingUpdate: null }) },
]

/** A refusal is an answer: nobody may have everything. */
async function change(
  { organizationId }: Shop,
  parts: PaymentParts,
  { id, change: wanted }: WishOfMember,
): Promise<void> {
  try {
    await changeSubscription(parts, {
      key: { organizationId, id },
      change: wanted,
      open: (task) => work(parts.workshop, { organizationId }, task),
      finish: async () => undefined,
      note: async () => undefined,
      begun: null,
    })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
  }
}
