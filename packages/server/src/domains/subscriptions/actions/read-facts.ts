import { discountDurations, discountTypes } from '@guildhall/contract/catalog/discount-shapes'
import { priceAmountTypes, recurringIntervals } from '@guildhall/contract/catalog/prices'
import type { Id } from '@guildhall/contract/primitives'
import { cancellationReasons } from '@guildhall/contract/subscriptions/subscription-shapes'
import { subscriptionStatuses } from '@guildhall/contract/subscriptions/subscription-statuses'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import { decimal } from '../../../kernel/decimal.ts'
import { byId, distinct, groupBy } from '../../../kernel/indexing.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { priceFromColumns } from '../../../platform/database/read-price.ts'
import { type DiscountWithProducts, withProducts } from '../../catalog/store/discount-products.ts'
import { findDiscounts } from '../../catalog/store/discounts.ts'
import { findProducts } from '../../catalog/store/products.ts'
import { openOrdersOf } from '../../orders/actions/read-customer-balances.ts'
import { findSettlements } from '../../orders/store/settlements.ts'
import type {
  BillingEntry,
  OpenUsage,
  SubscriptionDiscount,
  SubscriptionFacts,
  SubscriptionPrice,
} from '../rules/facts.ts'
import { type BillingEntryRow, findWaitingEntries } from '../store/billing-entries.ts'
import { findSubscriptionPrices, type SubscriptionPriceRow } from '../store/prices.ts'
import { readPending } from '../store/stored-changes.ts'
import type { SubscriptionRow } from '../store/subscriptions.ts'

/**
 * The facts of subscriptions of one organization; any number of them takes the same statements.
 * Read without a lock, they hold for that version of the row only.
 */
export async function readFacts(
  db: Kysely<Tables>,
  rows: readonly SubscriptionRow[],
): Promise<ReadonlyMap<Id<'subscription'>, SubscriptionFacts>> {
  const [first] = rows
  if (first === undefined) return new Map()
  const { organizationId } = first
  const ids = rows.map(({ id }) => id)
  const productIds = distinct(rows.map(({ productId }) => productId))
  const products = byId(await findProducts(db, organizationId, productIds))
  const discountIds = distinct(rows.flatMap(({ discountId }) => discountId ?? []))
  const found = await withProducts(db, await findDiscounts(db, organizationId, discountIds))
  const discounts = new Map(found.map((one) => [one.discount.id, one]))
  const prices = groupBy(
    await findSubscriptionPrices(db, { organizationId, ids }),
    ({ subscriptionId }) => subscriptionId,
  )
  const waiting = groupBy(
    await findWaitingEntries(db, { organizationId, ids }),
    ({ subscriptionId }) => subscriptionId,
  )
  const factsOfRow = (row: SubscriptionRow): SubscriptionFacts => {
    const product = products.get(row.productId)
    assert(product !== undefined, 'the product of a subscription exists')
    const discount = row.discountId === null ? undefined : discounts.get(row.discountId)
    return factsOf(row, {
      product: { id: product.id, name: product.name },
      prices: (prices.get(row.id) ?? []).map(priceOf),
      billingThreshold: product.billingThresholdAmount,
      hasSettledUsage: (prices.get(row.id) ?? []).some((one) => one.hasSettledUsage),
      discount:
        discount === undefined ? null : subscriptionDiscount(discount, row.discountAppliedAt),
      waiting: (waiting.get(row.id) ?? []).map(entryOf),
    })
  }
  return new Map(rows.map((row) => [row.id, factsOfRow(row)]))
}

/** With what was paid for the current period, which a change of the plan may credit. */
export async function readFactsForChange(
  db: Kysely<Tables>,
  row: SubscriptionRow,
): Promise<SubscriptionFacts | undefined> {
  const facts = (await readFacts(db, [row])).get(row.id)
  const settlements = await findSettlements(db, {
    organizationId: row.organizationId,
    subscriptionId: row.id,
    periodEnd: row.currentPeriodEnd,
  })
  const open = await openOrdersOf(db, row.organizationId, [row.id])
  return facts && { ...facts, settlements, hasOpenOrders: open.length > 0 }
}

const status = z.enum(subscriptionStatuses)
const interval = z.enum(recurringIntervals)
const reason = z.nullable(z.enum(cancellationReasons))

const factsOf = (
  row: SubscriptionRow,
  related: Pick<
    SubscriptionFacts,
    'product' | 'prices' | 'billingThreshold' | 'hasSettledUsage' | 'discount' | 'waiting'
  >,
): SubscriptionFacts => ({
  settlements: [],
  hasOpenOrders: false,
  status: z.parse(status, row.status),
  currency: row.currency,
  interval: z.parse(interval, row.recurringInterval),
  anchorDay: row.anchorDay,
  period: { start: row.currentPeriodStart, end: row.currentPeriodEnd },
  trialEnd: row.trialEnd,
  incompleteUntil: row.incompleteUntil,
  startedAt: row.startedAt,
  cancelAtPeriodEnd: row.cancelAtPeriodEnd,
  canceledAt: row.canceledAt,
  endsAt: row.endsAt,
  endedAt: row.endedAt,
  cancellationReason: z.parse(reason, row.customerCancellationReason),
  cancellationComment: row.customerCancellationComment,
  pastDueAt: row.pastDueAt,
  attempts: row.attempts,
  nextAttemptAt: row.nextAttemptAt,
  graceEndsAt: row.graceEndsAt,
  finalActionAt: row.finalActionAt,
  revokedAt: row.revokedAt,
  heldAt: row.heldAt,
  suspendedAt: row.suspendedAt,
  pending: readPending(row.pendingChange),
  ...related,
})

const priceKind = z.enum(priceAmountTypes)

export const priceOf = (row: SubscriptionPriceRow): SubscriptionPrice => ({
  productPriceId: row.productPriceId,
  kind: z.parse(priceKind, row.kind),
  amount: row.amount,
  discountAmount: row.discountAmount,
  metered: priceFromColumns(row),
  meterId: row.meterId,
  meterName: row.meterName,
  quantity: row.quantity,
  usage: row.meterId === null ? null : openUsageOf(row),
})

const openUsageOf = (row: SubscriptionPriceRow): OpenUsage => ({
  consumed: decimal(row.consumedUnits ?? 0),
  credited: decimal(row.coveredUnits ?? 0),
  since: row.usedSince,
  chargedBefore: decimal(row.chargedBefore ?? 0),
  billed:
    row.billedAmount === null
      ? null
      : {
          consumed: decimal(row.billedConsumedUnits ?? 0),
          credited: decimal(row.billedCreditedUnits ?? 0),
          amount: row.billedAmount,
        },
})

const discountType = z.enum(discountTypes)
const discountDuration = z.enum(discountDurations)

export const subscriptionDiscount = (
  { discount, products }: DiscountWithProducts,
  appliedAt: Date | null,
): SubscriptionDiscount => ({
  id: discount.id,
  type: z.parse(discountType, discount.type),
  amount: discount.amount,
  currency: discount.currency,
  basisPoints: discount.basisPoints,
  duration: z.parse(discountDuration, discount.duration),
  durationInMonths: discount.durationInMonths,
  productIds: products.map(({ id }) => id),
  appliedAt,
})

const entryKind = z.enum(['cycle', 'proration', 'metered'])

const entryOf = (row: BillingEntryRow): BillingEntry => ({
  kind: z.parse(entryKind, row.kind),
  label: row.label,
  amount: row.amount,
  discountAmount: row.discountAmount,
  isDiscounted: row.isDiscounted,
  period: { start: row.periodStart, end: row.periodEnd },
  productPriceId: row.productPriceId,
  reverses:
    row.reversesItemId === null
      ? null
      : { orderItemId: row.reversesItemId, taxAmount: row.taxAmount },
  usageSettlementId: row.usageSettlementId,
})
