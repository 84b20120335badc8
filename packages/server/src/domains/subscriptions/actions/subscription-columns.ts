import type { Id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { decimal, formatDecimal } from '../../../kernel/decimal.ts'
import type { JsonValue } from '../../../platform/database/json.ts'
import type { Work } from '../../../platform/work.ts'
import { meteredAmount, subscriptionAmount } from '../rules/amounts.ts'
import { nextDueAt } from '../rules/due.ts'
import type { Entry, PriceInForce, SubscriptionFacts } from '../rules/facts.ts'
import type { ChangedSubscription, EntryToSave, PriceToSave, UsageToSave } from '../store/saving.ts'
import type { SubscriptionRow } from '../store/subscriptions.ts'
import { pendingJson } from './stored-pending.ts'

/** What no decision is about, and what is changed along with one. */
export type ColumnsBeside = Pick<
  SubscriptionRow,
  'paymentMethodId' | 'checkoutId' | 'customFieldData' | 'metadata'
>

const json = z.json()
const jsonOf = (value: unknown): JsonValue => z.parse(json, value)

/** Facts as columns. */
export const factColumns = (facts: SubscriptionFacts) => ({
  status: facts.status,
  productId: facts.product.id,
  discountId: facts.discount?.id ?? null,
  discountAppliedAt: facts.discount?.appliedAt ?? null,
  currency: facts.currency,
  amount: subscriptionAmount(facts),
  recurringInterval: facts.interval,
  anchorDay: facts.anchorDay,
  currentPeriodStart: facts.period.start,
  currentPeriodEnd: facts.period.end,
  trialEnd: facts.trialEnd,
  incompleteUntil: facts.incompleteUntil,
  startedAt: facts.startedAt,
  cancelAtPeriodEnd: facts.cancelAtPeriodEnd,
  canceledAt: facts.canceledAt,
  endsAt: facts.endsAt,
  endedAt: facts.endedAt,
  customerCancellationReason: facts.cancellationReason,
  customerCancellationComment: facts.cancellationComment,
  pastDueAt: facts.pastDueAt,
  attempts: facts.attempts,
  nextAttemptAt: facts.nextAttemptAt,
  graceEndsAt: facts.graceEndsAt,
  lastResortAt: facts.lastResortAt,
  revokedAt: facts.revokedAt,
  dueAt: nextDueAt(facts),
})

export const changedColumns = (
  row: SubscriptionRow,
  after: SubscriptionFacts,
  beside: Partial<ColumnsBeside>,
): ChangedSubscription => {
  const { paymentMethodId, checkoutId, customFieldData, metadata } = {
    ...row,
    ...beside,
  }
  return {
    ...factColumns(after),
    id: row.id,
    version: row.version,
    pendingChange: pendingJson(after.pending),
    paymentMethodId,
    checkoutId,
    customFieldData: jsonOf(customFieldData),
    metadata: jsonOf(metadata),
  }
}

interface Whose {
  readonly organizationId: Id<'organization'>
  readonly subscriptionId: Id<'subscription'>
}

export const priceColumns = (
  whose: Whose,
  prices: readonly PriceInForce[],
): readonly PriceToSave[] =>
  prices.map(({ usage: _usage, meterName: _meterName, unitAmount, ...price }, position) => ({
    ...whose,
    ...price,
    position,
    unitAmount: unitAmount === null ? null : formatDecimal(unitAmount),
  }))

/** One row for each meter that is priced, from the first day. */
export const usageColumns = (
  { newId, now }: Pick<Work, 'newId' | 'now'>,
  whose: Whose,
  prices: readonly PriceInForce[],
): readonly UsageToSave[] =>
  prices.flatMap((price) => {
    if (price.meterId === null) return []
    const { consumed, credited } = price.usage ?? { consumed: decimal(0), credited: 0 }
    return {
      ...whose,
      id: newId('subscriptionMeter'),
      meterId: price.meterId,
      consumedUnits: formatDecimal(consumed),
      creditedUnits: credited,
      amount: meteredAmount(price),
      createdAt: now,
    }
  })

export const entryColumns = (
  { newId, now }: Pick<Work, 'newId' | 'now'>,
  whose: Whose,
  entries: readonly Entry[],
): readonly EntryToSave[] =>
  entries.map(({ period, ...entry }, position) => ({
    ...whose,
    ...entry,
    id: newId('billingEntry'),
    orderId: null,
    position,
    periodStart: period.start,
    periodEnd: period.end,
    createdAt: now,
  }))
