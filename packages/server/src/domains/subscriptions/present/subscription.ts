import type { MinorUnits } from '@guildhall/contract/primitives'
import {
  BareSubscription,
  type BilledUsageItem,
  Subscription,
  type SubscriptionMeter,
} from '@guildhall/contract/subscriptions/subscription-shapes'
import * as z from 'zod/mini'
import { decimal } from '../../../kernel/decimal.ts'
import { priceUsage } from '../../../kernel/metered-price.ts'
import { minorUnits } from '../../../kernel/money.ts'
import { priceFromColumns } from '../../../platform/database/read-price.ts'
import { periodPrice } from '../rules/usage-charges.ts'
import { readPending } from '../store/stored-changes.ts'
import type { SubscriptionRow } from '../store/subscriptions.ts'
import type { MeterUsage } from '../store/usage.ts'

/** The objects that a subscription embeds, already presented. */
export type SubscriptionDetails = Pick<
  Subscription,
  'customer' | 'product' | 'discount' | 'prices' | 'meters'
>

export const presentSubscription = (
  row: SubscriptionRow,
  details: SubscriptionDetails,
): Subscription => ({
  pastDueAt: row.pastDueAt,
  nextPaymentAttemptAt: row.nextAttemptAt,
  renewalsPausedAt: row.endedAt === null ? row.heldAt : null,
  pendingUpdate: presentPendingChange(row),
  customFieldData: presentCustomFieldData(row),
  ...presentBareSubscription(row),
  ...details,
})

function presentPendingChange({ pendingChange }: SubscriptionRow): Subscription['pendingUpdate'] {
  const pending = readPending(pendingChange)
  if (pending === null) return null
  const { product, discount, appliesAt } = pending
  return { productId: product.id, discountId: discount?.id ?? null, appliesAt }
}

const { customFieldData } = Subscription.shape

export const presentCustomFieldData = (row: Pick<SubscriptionRow, 'customFieldData'>) =>
  z.parse(customFieldData, row.customFieldData)

type BareRow = Pick<SubscriptionRow, keyof BareSubscription & keyof SubscriptionRow>

const { recurringInterval, status, customerCancellationReason, metadata } = BareSubscription.shape

export const presentBareSubscription = (row: BareRow): BareSubscription => ({
  createdAt: row.createdAt,
  modifiedAt: row.modifiedAt,
  id: row.id,
  amount: row.amount,
  currency: row.currency,
  recurringInterval: presentInterval(row),
  status: z.parse(status, row.status),
  currentPeriodStart: row.currentPeriodStart,
  currentPeriodEnd: row.currentPeriodEnd,
  trialStart: row.trialEnd && row.startedAt,
  trialEnd: row.trialEnd,
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

export const presentInterval = (row: Pick<SubscriptionRow, 'recurringInterval'>) =>
  z.parse(recurringInterval, row.recurringInterval)

/** With what it costs so far. */
export const presentMeterUsage = (row: MeterUsage): SubscriptionMeter => ({
  createdAt: row.createdAt,
  modifiedAt: row.modifiedAt,
  id: row.id,
  consumedUnits: Number(row.consumedUnits),
  creditedUnits: Math.floor(Number(row.coveredUnits)),
  amount: amountSoFar(row),
  billedAmount: row.billedAmount,
  meterId: row.meterId,
})

interface ItemRow extends Omit<BilledUsageItem, 'itemId'> {
  readonly id: BilledUsageItem['itemId']
}

export const presentBilledItem = ({
  orderId,
  id: itemId,
  amount,
  createdAt,
}: ItemRow): BilledUsageItem => ({ orderId, itemId, amount, createdAt })

/** Usage of a trial is free. */
function amountSoFar(row: MeterUsage): MinorUnits {
  if (row.isTrial) return minorUnits(0)
  const usage = {
    consumed: decimal(row.consumedUnits),
    credited: decimal(row.coveredUnits),
    since: row.usedSince,
    chargedBefore: decimal(row.chargedBefore ?? 0),
  }
  const period = { start: row.periodStart, end: row.periodEnd }
  const price = periodPrice({ metered: priceFromColumns(row), usage }, period, period.end)
  return priceUsage(price, usage).amount
}
