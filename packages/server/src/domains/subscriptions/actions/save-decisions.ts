import type { Id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import { byId, distinct } from '../../../kernel/indexing.ts'
import { Problem } from '../../../kernel/refusal.ts'
import type { JsonObject } from '../../../platform/database/json.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { type CustomerRow, findCustomersByIds } from '../../customers/store/customers.ts'
import { type PlacedOrder, placeOrders } from '../../orders/actions/place-orders.ts'
import type { OrderToPlace } from '../../orders/actions/plan-orders.ts'
import { releaseCredits, reserveCredits } from '../../orders/actions/reserve-credits.ts'
import { stopCollecting } from '../../orders/actions/stop-collecting.ts'
import type { StoppedAs } from '../../orders/rules/closing.ts'
import { cancelPayments } from '../../payments/actions/cancel-payments.ts'
import type { TaxDue } from '../../tax/rules/tax-calculation.ts'
import { creditsOf } from '../rules/credits.ts'
import type { Decision, OrderDraft } from '../rules/decision.ts'
import type { BillingEntry, SubscriptionFacts } from '../rules/facts.ts'
import { isActive } from '../rules/lifecycle.ts'
import { entryColumns, insertEntries, markBilled } from '../store/billing-entries.ts'
import { findAwaitingChangesOf } from '../store/changes-awaiting-payment.ts'
import {
  changedColumns,
  type ExtraColumns,
  saveSubscriptions,
} from '../store/save-subscriptions.ts'
import type { SubscriptionRow } from '../store/subscriptions.ts'
import { billingDetailsOf, billingOnOrder } from './billing-details-of.ts'
import type { SubscriptionDeps } from './deps.ts'
import { type Billed, savePricesAndPeriods } from './save-prices.ts'
import { showSubscriptions } from './show-subscriptions.ts'
import { subscriptionEvents } from './subscription-events.ts'

export interface DecisionToSave {
  /** Locked. */
  readonly row: SubscriptionRow
  readonly before: SubscriptionFacts
  readonly decision: Decision
  /** On the order of the decision; null without one. */
  readonly tax: TaxDue | null
  /** The payment that already paid the order. */
  readonly paymentId?: Id<'payment'> | null
  /** The order can’t be charged: what closes the others closes it too. */
  readonly isUncollectable?: boolean
  readonly extraColumns?: Partial<ExtraColumns>
}

export interface SavedDecision {
  readonly row: SubscriptionRow
  /** Null if no order was placed. */
  readonly placed: PlacedOrder | null
}

/**
 * Carries out decisions about subscriptions of one organization; any number of them takes the same
 * statements. Events of a subscription carry its state after all of it, and come before those of
 * its order.
 */
export async function saveDecisions(
  uow: UnitOfWork,
  deps: SubscriptionDeps,
  toSave: readonly DecisionToSave[],
): Promise<ReadonlyMap<Id<'subscription'>, SavedDecision>> {
  const [first] = toSave
  if (first === undefined) return new Map()
  const { organizationId } = first.row
  const rows = await saveRows(uow, organizationId, toSave)
  const billed = await savePricesAndPeriods(
    uow,
    deps,
    organizationId,
    toSave.map(({ row: { id, customerId }, before, decision }) => {
      const { after, cutAt, order, entries, billedEarly } = decision
      const isBilled = order !== null || entries.length > 0
      const version = versionOf(rows, id)
      return { id, version, customerId, before, after, isBilled, billedEarly, cutAt }
    }),
  )
  const decisions = toSave.map((one) => withUsage(one, billed))
  await insertEntries(
    uow.tx,
    decisions.flatMap(({ row, decision }) =>
      entryColumns(uow, { organizationId, subscriptionId: row.id }, decision.entries),
    ),
  )
  await keepCredits(uow, organizationId, decisions)
  await recordEvents(uow, deps, { decisions, rows })
  await cancelChanges(uow, organizationId, decisions)
  await closeOrdersOf(uow, organizationId, decisions)
  const placed = await placeOrdersOf(uow, organizationId, decisions)
  await closeOrdersOf(
    uow,
    organizationId,
    decisions.filter(({ isUncollectable }) => isUncollectable === true),
  )
  return new Map(
    [...rows].map(([id, row]) => [id, { row, placed: placed.get(id) ?? null }] as const),
  )
}

function versionOf(rows: RowsById, id: Id<'subscription'>): number {
  const row = rows.get(id)
  assert(row !== undefined, 'every subscription is saved')
  return row.version
}

/** With what the new entries for usage bill. */
function withUsage(toSave: DecisionToSave, billed: readonly Billed[]): DecisionToSave {
  const { row, before, decision } = toSave
  const own = billed.filter(({ subscriptionId }) => subscriptionId === row.id)
  if (own.length === 0) return toSave
  const linked = (entry: BillingEntry): BillingEntry => {
    if (entry.kind !== 'metered' || before.waiting.includes(entry)) return entry
    const one = own.find(({ productPriceId }) => productPriceId === entry.productPriceId)
    return one === undefined ? entry : { ...entry, usageSettlementId: one.usageSettlementId }
  }
  const { order } = decision
  return {
    ...toSave,
    decision: {
      ...decision,
      order: order && { ...order, entries: order.entries.map(linked) },
      entries: decision.entries.map(linked),
    },
  }
}

/**
 * Reserves new credits of paid items. Of a subscription that ends without an order, the credits that
 * waited for one don’t happen.
 */
async function keepCredits(
  uow: UnitOfWork,
  organizationId: Id<'organization'>,
  decisions: readonly DecisionToSave[],
): Promise<void> {
  for (const { before, decision } of decisions) {
    const { settlements, waiting } = before
    const credits = creditsOf(decision.order?.entries ?? decision.entries, waiting)
    await reserveCredits(uow, organizationId, { credits, settlements })
    const isEnding = before.endedAt === null && decision.after.endedAt !== null
    if (isEnding && decision.order === null) {
      await releaseCredits(uow, organizationId, creditsOf(waiting))
    }
  }
}

/** Only active subscriptions change; what is not charged yet for the change of others never is. */
async function cancelChanges(
  uow: UnitOfWork,
  organizationId: Id<'organization'>,
  decisions: readonly DecisionToSave[],
): Promise<void> {
  const ids = decisions.flatMap(({ row: { id }, before, decision: { after } }) =>
    isActive(before.status) && !isActive(after.status) ? id : [],
  )
  if (ids.length === 0) return
  const changes = await findAwaitingChangesOf(uow.tx, { organizationId, ids })
  const paymentIds = changes.map(({ paymentId }) => paymentId)
  if (paymentIds.length > 0) await cancelPayments(uow, organizationId, { paymentIds })
}

async function closeOrdersOf(
  uow: UnitOfWork,
  organizationId: Id<'organization'>,
  decisions: readonly DecisionToSave[],
): Promise<void> {
  for (const stopped of [givenUp, ended]) {
    const ids = decisions.flatMap(({ row, decision }) =>
      decision.closesOrdersAs === stopped.as ? row.id : [],
    )
    if (ids.length > 0) await stopCollecting(uow, organizationId, ids, stopped)
  }
}

const givenUp: StoppedAs = { as: 'uncollectible', reason: 'payment_failed' }
const ended: StoppedAs = { as: 'void', reason: 'subscription_ended' }

type RowsById = ReadonlyMap<Id<'subscription'>, SubscriptionRow>

/** If one of them was saved meanwhile, all of it is decided again. */
async function saveRows(
  uow: UnitOfWork,
  organizationId: Id<'organization'>,
  decisions: readonly DecisionToSave[],
): Promise<RowsById> {
  const changed = decisions.map(({ row, decision, extraColumns = {} }) =>
    changedColumns(row, decision.after, extraColumns),
  )
  uow.noteDue(organizationId, 'subscriptions.run_due')
  const saved = await saveSubscriptions(uow.tx, organizationId, changed, uow.now)
  if (saved.length !== decisions.length) throw new Problem('conflicting_change')
  return byId(saved)
}

interface Saved {
  readonly decisions: readonly DecisionToSave[]
  readonly rows: RowsById
}

async function recordEvents(
  uow: UnitOfWork,
  deps: SubscriptionDeps,
  { decisions, rows }: Saved,
): Promise<void> {
  const changed = decisions.flatMap(({ row: { id }, decision: { transitions } }) => {
    const row = rows.get(id)
    return row === undefined || transitions.length === 0 ? [] : { row, transitions }
  })
  const shown = await showSubscriptions(
    uow.tx,
    deps,
    changed.map(({ row }) => row),
  )
  for (const [at, { row, transitions }] of changed.entries()) {
    const one = shown[at]
    assert(one !== undefined, 'every row is shown')
    uow.record(...subscriptionEvents(transitions, row, one))
  }
}

async function placeOrdersOf(
  uow: UnitOfWork,
  organizationId: Id<'organization'>,
  decisions: readonly DecisionToSave[],
): Promise<ReadonlyMap<Id<'subscription'>, PlacedOrder>> {
  const billed = decisions.flatMap((toSave) =>
    toSave.decision.order === null ? [] : { toSave, order: toSave.decision.order },
  )
  if (billed.length === 0) return new Map()
  const customerIds = distinct(billed.map(({ toSave }) => toSave.row.customerId))
  const customers = byId(await findCustomersByIds(uow.tx, organizationId, customerIds))
  const placed = await placeOrders(
    uow,
    billed.map(({ toSave, order }) => {
      const customer = customers.get(toSave.row.customerId)
      assert(customer !== undefined, 'customers keep their rows')
      return orderOf(toSave, order, customer)
    }),
  )
  const found = new Map<Id<'subscription'>, PlacedOrder>()
  for (const [at, { toSave }] of billed.entries()) {
    const one = placed[at]
    assert(one !== undefined, 'every order is placed')
    found.set(toSave.row.id, one)
  }
  const withWaiting = billed.filter(({ toSave }) => toSave.before.waiting.length > 0)
  await markBilled(
    uow.tx,
    organizationId,
    withWaiting.flatMap(({ toSave: { row } }) => {
      const orderId = found.get(row.id)?.order.id
      return orderId === undefined ? [] : { subscriptionId: row.id, orderId }
    }),
  )
  return found
}

export function orderOf(
  { row, decision, tax, paymentId = null }: DecisionToSave,
  { entries, reason, period, discountId }: OrderDraft,
  customer: CustomerRow,
): OrderToPlace {
  assert(tax !== null, 'the tax of an order is known')
  return {
    organizationId: row.organizationId,
    customer,
    billing: billingOnOrder(billingDetailsOf(row, customer)),
    productId: decision.after.product.id,
    subscriptionId: row.id,
    discountId,
    billingReason: reason,
    currency: decision.after.currency,
    period,
    items: entries.map(({ kind, isDiscounted: _isDiscounted, ...item }) => ({
      ...item,
      proration: kind === 'proration',
    })),
    tax,
    paymentId,
    customFieldData: objectOf(row.customFieldData),
    metadata: objectOf(row.metadata),
  }
}

const object = z.record(z.string(), z.json())
const objectOf = (stored: unknown): JsonObject => z.parse(object, stored)
