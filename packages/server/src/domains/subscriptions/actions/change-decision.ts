import type { MinorUnits } from '@guildhall/contract/primitives'
import type { SubscriptionChange } from '@guildhall/contract/subscriptions/changes'
import { assert } from '../../../kernel/assert.ts'
import { add, minorUnits } from '../../../kernel/money.ts'
import { accept } from '../../../kernel/refusal.ts'
import { type Work, work } from '../../../platform/work.ts'
import { type CustomerRow, findCustomersOf } from '../../customers/index.ts'
import { balanceOfCustomers, type Due, planDue } from '../../orders/index.ts'
import type { TaxAnswer } from '../../tax/index.ts'
import { amountsOf } from '../rules/amounts.ts'
import type { OrderDraft, SubscriptionFacts } from '../rules/facts.ts'
import { planWish, type Wish, type WishPlan } from '../rules/plan-wish.ts'
import {
  findSubscription,
  lockSubscriptions,
  type SubscriptionKey,
  type SubscriptionRow,
} from '../store/subscriptions.ts'
import { taxOfOrders, taxWithoutAsking } from './order-tax.ts'
import type { SubscriptionParts } from './parts.ts'
import { readFacts } from './read-facts.ts'
import { readWish } from './read-wish.ts'

/** What decisions about a subscription are made from, all of one instant. */
export interface Gathered {
  readonly row: SubscriptionRow
  readonly facts: SubscriptionFacts
  readonly customer: CustomerRow
  /** What the customer has to their credit in the currency of the subscription. */
  readonly balanceAmount: MinorUnits
  readonly now: Date
}

export interface Decided extends Gathered {
  readonly wish: Wish
  readonly plan: WishPlan
}

/** In the time of the organization, without keeping anybody from changing it meanwhile. */
export const gather = (parts: SubscriptionParts, key: SubscriptionKey): Promise<Gathered> =>
  work(parts.workshop, key, (unit) => gatherIn(unit, key))

/** What a change comes to; refused where it can’t be. Nothing of it is saved. */
export const decideChange = (
  parts: SubscriptionParts,
  key: SubscriptionKey,
  change: SubscriptionChange,
): Promise<Decided> =>
  work(parts.workshop, key, async (unit) => {
    const gathered = await gatherIn(unit, key)
    const { now } = unit
    const place = { organizationId: key.organizationId, now }
    const wish = await readWish(unit.tx, place, change)
    return { ...gathered, wish, plan: accept(planWish(gathered.facts, wish, now)) }
  })

async function gatherIn({ tx, now }: Work, key: SubscriptionKey): Promise<Gathered> {
  const row = await findSubscription(tx, key)
  assert(row !== undefined, 'a subscription stays')
  const facts = (await readFacts(tx, [row])).get(row.id)
  const [customer] = await findCustomersOf(tx, row.organizationId, [row.customerId])
  assert(facts !== undefined && customer !== undefined, 'what a subscription names stays')
  const balances = await balanceOfCustomers(tx, row.organizationId, [row.customerId])
  const balance = balances.find(({ currency }) => currency === row.currency)
  return { row, facts, customer, balanceAmount: balance?.amount ?? minorUnits(0), now }
}

/** An order that isn’t placed yet, with what it comes to. */
export interface Priced {
  readonly order: OrderDraft
  /** Incomplete where the address doesn’t say enough; then none is taken. */
  readonly answer: TaxAnswer
  readonly taxAmount: MinorUnits
  readonly totalAmount: MinorUnits
  readonly due: Due
}

/** Asked outside of any transaction: the tax may come from elsewhere. */
export async function priceOrder(
  parts: SubscriptionParts,
  { row, customer, balanceAmount }: Pick<Gathered, 'row' | 'customer' | 'balanceAmount'>,
  order: OrderDraft,
): Promise<Priced> {
  const { organizationId, id, currency } = row
  const reference = `${id}-${row.version}`
  const [answer] = await taxOfOrders(parts, organizationId, [
    { reference, customer, currency, order },
  ])
  assert(answer !== undefined, 'one question has one answer')
  const taxAmount = taxWithoutAsking(answer).amount
  const totalAmount = add(amountsOf(order).netAmount, taxAmount)
  const due = planDue({ currency, totalAmount, balanceAmount })
  return { order, answer, taxAmount, totalAmount, due }
}

/** The subscription for changing it, as it was decided on; undefined where somebody came before. */
export async function lockDecided(
  { tx }: Work,
  { organizationId, id, version }: SubscriptionRow,
): Promise<SubscriptionRow | undefined> {
  const [locked] = await lockSubscriptions(tx, { organizationId, ids: [id] })
  return locked?.version === version ? locked : undefined
}
