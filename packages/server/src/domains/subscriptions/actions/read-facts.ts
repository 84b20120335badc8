import { discountDurations, discountTypes } from '@guildhall/contract/catalog/discount-shapes'
import { priceAmountTypes, recurringIntervals } from '@guildhall/contract/catalog/prices'
import type { Id } from '@guildhall/contract/primitives'
import {
  cancellationReasons,
  subscriptionStatuses,
} from '@guildhall/contract/subscriptions/subscription-shapes'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import { decimal } from '../../../kernel/decimal.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import {
  type DiscountWithProducts,
  findDiscountsOf,
  findProductsOf,
  withProducts,
} from '../../catalog/index.ts'
import type { DiscountInForce, Entry, PriceInForce, SubscriptionFacts } from '../rules/facts.ts'
import {
  type EntryRow,
  findPricesInForce,
  findWaitingEntries,
  type PriceInForceRow,
} from '../store/facts.ts'
import type { SubscriptionRow } from '../store/subscriptions.ts'
import { readPending } from './stored-pending.ts'

export type KnownFacts = ReadonlyMap<Id<'subscription'>, SubscriptionFacts>

/**
 * All that decisions about subscriptions of one organization may depend on, by as many statements
 * however many they are. What is read without a lock holds for the version of the row alone.
 */
export async function readFacts(
  db: Kysely<Tables>,
  rows: readonly SubscriptionRow[],
): Promise<KnownFacts> {
  const [first] = rows
  if (first === undefined) return new Map()
  const { organizationId } = first
  const ids = rows.map(({ id }) => id)
  const productIds = distinct(rows.map(({ productId }) => productId))
  const products = byId(await findProductsOf(db, organizationId, productIds))
  const discountIds = distinct(rows.flatMap(({ discountId }) => discountId ?? []))
  const found = await findDiscountsOf(db, organizationId, discountIds)
  const whole = await withProducts(db, found)
  const discounts = new Map(whole.map((one) => [one.discount.id, one]))
  const prices = bySubscription(await findPricesInForce(db, { organizationId, ids }))
  const waiting = bySubscription(await findWaitingEntries(db, { organizationId, ids }))
  const factsOfRow = (row: SubscriptionRow): SubscriptionFacts => {
    const product = products.get(row.productId)
    assert(product !== undefined, 'what is subscribed to is there')
    const discount = row.discountId === null ? undefined : discounts.get(row.discountId)
    return factsOf(row, {
      product: { id: product.id, name: product.name },
      prices: (prices.get(row.id) ?? []).map(priceInForce),
      discount: discount === undefined ? null : discountInForce(discount, row.discountAppliedAt),
      waiting: (waiting.get(row.id) ?? []).map(entryOf),
    })
  }
  return new Map(rows.map((row) => [row.id, factsOfRow(row)]))
}

const status = z.enum(subscriptionStatuses)
const interval = z.enum(recurringIntervals)
const reason = z.nullable(z.enum(cancellationReasons))

const factsOf = (
  row: SubscriptionRow,
  beside: Pick<SubscriptionFacts, 'product' | 'prices' | 'discount' | 'waiting'>,
): SubscriptionFacts => ({
  ...beside,
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
  lastResortAt: row.lastResortAt,
  revokedAt: row.revokedAt,
  pending: readPending(row.pendingChange),
})

const kind = z.enum(priceAmountTypes)

const priceInForce = (row: PriceInForceRow): PriceInForce => ({
  productPriceId: row.productPriceId,
  kind: z.parse(kind, row.kind),
  amount: row.amount,
  discountAmount: row.discountAmount,
  unitAmount: row.unitAmount === null ? null : decimal(row.unitAmount),
  capAmount: row.capAmount,
  meterId: row.meterId,
  meterName: row.meterName,
  quantity: row.quantity,
  usage:
    row.consumedUnits === null
      ? null
      : { consumed: decimal(row.consumedUnits), credited: row.creditedUnits ?? 0 },
})

const type = z.enum(discountTypes)
const duration = z.enum(discountDurations)

export const discountInForce = (
  { discount, products }: DiscountWithProducts,
  appliedAt: Date | null,
): DiscountInForce => ({
  id: discount.id,
  type: z.parse(type, discount.type),
  amount: discount.amount,
  currency: discount.currency,
  basisPoints: discount.basisPoints,
  duration: z.parse(duration, discount.duration),
  durationInMonths: discount.durationInMonths,
  productIds: products.map(({ id }) => id),
  appliedAt,
})

const entryKind = z.enum(['cycle', 'proration', 'metered'])

const entryOf = (row: EntryRow): Entry => ({
  kind: z.parse(entryKind, row.kind),
  label: row.label,
  amount: row.amount,
  discountAmount: row.discountAmount,
  isDiscounted: row.isDiscounted,
  period: { start: row.periodStart, end: row.periodEnd },
  productPriceId: row.productPriceId,
})

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)]

const byId = <T extends { readonly id: unknown }>(all: readonly T[]): ReadonlyMap<T['id'], T> =>
  new Map(all.map((one) => [one.id, one]))

function bySubscription<T extends { readonly subscriptionId: Id<'subscription'> }>(
  rows: readonly T[],
): ReadonlyMap<Id<'subscription'>, T[]> {
  const found = new Map<Id<'subscription'>, T[]>()
  for (const row of rows) {
    const known = found.get(row.subscriptionId)
    if (known === undefined) found.set(row.subscriptionId, [row])
    else known.push(row)
  }
  return found
}
