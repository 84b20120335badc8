import { minorUnits } from '@guildhall/contract/primitives'
import {
  BareSubscription,
  Subscription,
} from '@guildhall/contract/subscriptions/subscription-shapes'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { presentPrice } from '../../catalog/index.ts'
import type { ShownMeterRow } from '../store/shown-makings.ts'
import type { SubscriptionRow } from '../store/subscriptions.ts'
import { gatherShown, type ShowingParts, type ShownMakings } from './gather-shown.ts'
import { readPending } from './stored-pending.ts'

/** Subscriptions of one organization as the wire shows them, by as many statements however many. */
export async function presentSubscriptions(
  db: Kysely<Tables>,
  parts: ShowingParts,
  rows: readonly SubscriptionRow[],
): Promise<Subscription[]> {
  const [first, ...others] = rows
  if (first === undefined) return []
  const makings = await gatherShown(db, parts, [first, ...others])
  return rows.map((row) => present(row, makings))
}

export async function presentSubscription(
  db: Kysely<Tables>,
  parts: ShowingParts,
  row: SubscriptionRow,
): Promise<Subscription> {
  const [shown] = await presentSubscriptions(db, parts, [row])
  assert(shown !== undefined, 'of one subscription there is one')
  return shown
}

const { recurringInterval, status, customerCancellationReason, metadata } = BareSubscription.shape
const { customFieldData } = Subscription.shape

function present(row: SubscriptionRow, makings: ShownMakings): Subscription {
  const { customers, products, discounts, prices, usage, meters } = makings
  const customer = customers.get(row.customerId)
  const product = products.get(row.productId)
  assert(customer !== undefined && product !== undefined, 'what a subscription names stays')
  const bare = presentBare(row)
  const pricedBy = { recurringInterval: bare.recurringInterval, meters }
  return {
    ...bare,
    trialEnd: row.trialEnd,
    pastDueAt: row.pastDueAt,
    nextPaymentAttemptAt: row.nextAttemptAt,
    pendingUpdate: presentPending(row),
    customFieldData: customFieldDataOf(row),
    customer,
    product,
    discount: row.discountId === null ? null : (discounts.get(row.discountId) ?? null),
    prices: (prices.get(row.id) ?? []).map((price) => presentPrice(price, pricedBy)),
    meters: (usage.get(row.id) ?? []).map((used) => {
      const meter = meters.get(used.meterId)
      assert(meter !== undefined, 'nobody deletes a meter')
      return { ...presentUsage(used), meter }
    }),
  }
}

function presentPending({ pendingChange }: SubscriptionRow): Subscription['pendingUpdate'] {
  const pending = readPending(pendingChange)
  if (pending === null) return null
  const { product, discount, appliesAt } = pending
  return { productId: product.id, discountId: discount?.id ?? null, appliesAt }
}

export const customFieldDataOf = (row: Pick<SubscriptionRow, 'customFieldData'>) =>
  z.parse(customFieldData, row.customFieldData)

type Bare = Pick<SubscriptionRow, keyof BareSubscription>

/** Without what belongs to it. */
export const presentBare = (row: Bare): BareSubscription => ({
  createdAt: row.createdAt,
  modifiedAt: row.modifiedAt,
  id: row.id,
  amount: row.amount,
  currency: row.currency,
  recurringInterval: z.parse(recurringInterval, row.recurringInterval),
  status: z.parse(status, row.status),
  currentPeriodStart: row.currentPeriodStart,
  currentPeriodEnd: row.currentPeriodEnd,
  cancelAtPeriodEnd: row.cancelAtPeriodEnd,
  canceledAt: row.canceledAt,
  startedAt: row.startedAt,
  endsAt: row.endsAt,
  endedAt: row.endedAt,
  customerId: row.customerId,
  productId: row.productId,
  discountId: row.discountId,
  checkoutId: row.checkoutId,
  customerCancellationReason: z.parse(customerCancellationReason, row.customerCancellationReason),
  customerCancellationComment: row.customerCancellationComment,
  metadata: z.parse(metadata, row.metadata),
})

export const presentUsage = (used: ShownMeterRow) => ({
  createdAt: used.createdAt,
  modifiedAt: used.modifiedAt,
  id: used.id,
  consumedUnits: Number(used.consumedUnits),
  creditedUnits: Number(used.creditedUnits),
  amount: z.parse(minorUnits, used.amount),
  meterId: used.meterId,
})
