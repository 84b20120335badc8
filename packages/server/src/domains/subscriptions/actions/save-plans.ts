import type { Id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import { Problem } from '../../../kernel/refusal.ts'
import type { JsonObject } from '../../../platform/database/json.ts'
import type { Work } from '../../../platform/work.ts'
import { type CustomerRow, findCustomersOf } from '../../customers/index.ts'
import {
  giveUpOrders,
  type OrderToPlace,
  type PlacedOrder,
  placeOrders,
} from '../../orders/index.ts'
import type { TaxDue } from '../../tax/index.ts'
import type { OrderDraft, Plan, SubscriptionFacts } from '../rules/facts.ts'
import { insertEntries, markBilled, saveSubscriptions } from '../store/saving.ts'
import type { SubscriptionRow } from '../store/subscriptions.ts'
import type { SubscriptionParts } from './parts.ts'
import { presentSubscriptions } from './present-subscription.ts'
import { savePricesOf } from './save-prices.ts'
import { type ColumnsBeside, changedColumns, entryColumns } from './subscription-columns.ts'
import { subscriptionEvents } from './subscription-events.ts'

/** What was decided of a subscription that is locked. */
export interface PlanToSave {
  /** As it is locked. */
  readonly row: SubscriptionRow
  readonly before: SubscriptionFacts
  readonly plan: Plan
  /** On the order of the plan; null where there is none. */
  readonly tax: TaxDue | null
  /** What paid the order before it was placed; none where that is still to come. */
  readonly paymentId?: Id<'payment'> | null
  /** There is nothing to charge for the order of the plan: who has ended isn’t asked for it later. */
  readonly isUncollectable?: boolean
  readonly beside?: Partial<ColumnsBeside>
}

export interface SavedPlan {
  readonly row: SubscriptionRow
  /** Null where none was placed. */
  readonly placed: PlacedOrder | null
}

/**
 * Carries out what was decided of subscriptions of one organization, in their transaction and in as
 * many statements however many they are. What is told of a subscription is told as it is after all
 * of it, and before what is told of its order.
 */
export async function savePlans(
  work: Work,
  parts: SubscriptionParts,
  plans: readonly PlanToSave[],
): Promise<ReadonlyMap<Id<'subscription'>, SavedPlan>> {
  const [first] = plans
  if (first === undefined) return new Map()
  const { organizationId } = first.row
  const rows = await saveRows(work, organizationId, plans)
  await savePricesOf(
    work,
    organizationId,
    plans.map(({ row: { id }, before, plan: { after } }) => ({ id, before, after })),
  )
  await insertEntries(
    work.tx,
    plans.flatMap(({ row, plan }) =>
      entryColumns(work, { organizationId, subscriptionId: row.id }, plan.entries),
    ),
  )
  await tell(work, parts, { plans, rows })
  const ending = plans.filter(({ plan }) => plan.givesUpOrders)
  await giveUp(work, organizationId, ending)
  const placed = await place(work, organizationId, plans)
  await giveUp(
    work,
    organizationId,
    ending.filter(({ isUncollectable }) => isUncollectable === true),
  )
  return new Map(
    [...rows].map(([id, row]) => [id, { row, placed: placed.get(id) ?? null }] as const),
  )
}

async function giveUp(
  work: Work,
  organizationId: Id<'organization'>,
  plans: readonly PlanToSave[],
): Promise<void> {
  if (plans.length === 0) return
  await giveUpOrders(
    work,
    organizationId,
    plans.map(({ row: { id } }) => id),
  )
}

type Rows = ReadonlyMap<Id<'subscription'>, SubscriptionRow>

/** Whoever saved one of them meanwhile has decided on it, and this is decided again. */
async function saveRows(
  work: Work,
  organizationId: Id<'organization'>,
  plans: readonly PlanToSave[],
): Promise<Rows> {
  const changed = plans.map(({ row, plan, beside = {} }) => changedColumns(row, plan.after, beside))
  const saved = await saveSubscriptions(work.tx, organizationId, changed, work.now)
  if (saved.length !== plans.length) throw new Problem('conflicting_change')
  return new Map(saved.map((row) => [row.id, row]))
}

interface Saved {
  readonly plans: readonly PlanToSave[]
  readonly rows: Rows
}

async function tell(work: Work, parts: SubscriptionParts, { plans, rows }: Saved): Promise<void> {
  const told = plans.flatMap(({ row: { id }, plan: { transitions } }) => {
    const row = rows.get(id)
    return row === undefined || transitions.length === 0 ? [] : { row, transitions }
  })
  const shown = await presentSubscriptions(
    work.tx,
    parts,
    told.map(({ row }) => row),
  )
  for (const [at, { row, transitions }] of told.entries()) {
    const one = shown[at]
    assert(one !== undefined, 'as many are shown as are told of')
    work.record(...subscriptionEvents(transitions, row, one))
  }
}

async function place(
  work: Work,
  organizationId: Id<'organization'>,
  plans: readonly PlanToSave[],
): Promise<ReadonlyMap<Id<'subscription'>, PlacedOrder>> {
  const billed = plans.flatMap((save) =>
    save.plan.order === null ? [] : { save, order: save.plan.order },
  )
  if (billed.length === 0) return new Map()
  const customerIds = [...new Set(billed.map(({ save }) => save.row.customerId))]
  const known = await findCustomersOf(work.tx, organizationId, customerIds)
  const customers = new Map(known.map((customer) => [customer.id, customer]))
  const placed = await placeOrders(
    work,
    billed.map(({ save, order }) => {
      const customer = customers.get(save.row.customerId)
      assert(customer !== undefined, 'whoever subscribed stays as a row')
      return orderOf(save, order, customer)
    }),
  )
  const found = new Map<Id<'subscription'>, PlacedOrder>()
  for (const [at, { save }] of billed.entries()) {
    const one = placed[at]
    assert(one !== undefined, 'as many are placed as are asked for')
    found.set(save.row.id, one)
  }
  const waited = billed.filter(({ save }) => save.before.waiting.length > 0)
  await markBilled(
    work.tx,
    organizationId,
    waited.flatMap(({ save: { row } }) => {
      const orderId = found.get(row.id)?.order.id
      return orderId === undefined ? [] : { subscriptionId: row.id, orderId }
    }),
  )
  return found
}

const metadata = z.json()

/** The order of a plan, as it is to be placed. */
export function orderOf(
  { row, plan, tax, paymentId = null }: PlanToSave,
  { entries, reason, period, discountId }: OrderDraft,
  customer: CustomerRow,
): OrderToPlace {
  assert(tax !== null, 'the tax of an order is known')
  return {
    organizationId: row.organizationId,
    customer,
    productId: plan.after.product.id,
    subscriptionId: row.id,
    discountId,
    billingReason: reason,
    currency: plan.after.currency,
    period,
    items: entries.map(({ kind, label, amount, discountAmount, productPriceId }) => ({
      label,
      amount,
      discountAmount,
      proration: kind === 'proration',
      productPriceId,
    })),
    tax,
    paymentId,
    customFieldData: objectOf(row.customFieldData),
    metadata: objectOf(row.metadata),
  }
}

const object = z.record(z.string(), metadata)
const objectOf = (stored: unknown): JsonObject => z.parse(object, stored)
