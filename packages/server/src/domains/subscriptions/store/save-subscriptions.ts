import type { Id } from '@guildhall/contract/primitives'
import { sql, type Transaction } from 'kysely'
import * as z from 'zod/mini'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { JsonValue } from '../../../platform/database/json.ts'
import { jsonRows } from '../../../platform/database/json-rows.ts'
import { subscriptionAmount } from '../rules/amounts.ts'
import { nextDueAt } from '../rules/due.ts'
import type { SubscriptionFacts } from '../rules/facts.ts'
import { pendingJson } from './stored-changes.ts'
import type { SubscriptionRow } from './subscriptions.ts'

/** The columns that a save writes. */
const savedColumns = [
  'status',
  'product_id',
  'discount_id',
  'discount_applied_at',
  'payment_method_id',
  'checkout_id',
  'accepted_at',
  'currency',
  'amount',
  'recurring_interval',
  'anchor_day',
  'current_period_start',
  'current_period_end',
  'trial_end',
  'incomplete_until',
  'started_at',
  'cancel_at_period_end',
  'canceled_at',
  'ends_at',
  'ended_at',
  'customer_cancellation_reason',
  'customer_cancellation_comment',
  'past_due_at',
  'attempts',
  'next_attempt_at',
  'grace_ends_at',
  'final_action_at',
  'revoked_at',
  'held_at',
  'suspended_at',
  'hold_lifted_at',
  'cards_trusted_at',
  'pending_change',
  'custom_field_data',
  'metadata',
  'due_at',
] as const

type Camel<K extends string> = K extends `${infer Head}_${infer Rest}`
  ? `${Head}${Capitalize<Camel<Rest>>}`
  : K

/** The new values of a subscription, and the version that they were decided on. */
export type ChangedSubscription = Pick<
  SubscriptionRow,
  | Exclude<Camel<(typeof savedColumns)[number]>, 'pendingChange' | 'customFieldData' | 'metadata'>
  | 'id'
  | 'version'
> & {
  readonly pendingChange: JsonValue
  readonly customFieldData: JsonValue
  readonly metadata: JsonValue
}

/** Columns that no rule decides, but that may change together with a decision. */
export type ExtraColumns = Pick<
  SubscriptionRow,
  | 'paymentMethodId'
  | 'checkoutId'
  | 'acceptedAt'
  | 'holdLiftedAt'
  | 'cardsTrustedAt'
  | 'customFieldData'
  | 'metadata'
>

export const changedColumns = (
  row: SubscriptionRow,
  after: SubscriptionFacts,
  extraColumns: Partial<ExtraColumns>,
): ChangedSubscription => {
  const extra = { ...row, ...extraColumns }
  return {
    id: row.id,
    version: row.version,
    pendingChange: pendingJson(after.pending),
    paymentMethodId: extra.paymentMethodId,
    checkoutId: extra.checkoutId,
    acceptedAt: extra.acceptedAt,
    holdLiftedAt: extra.holdLiftedAt,
    cardsTrustedAt: extra.cardsTrustedAt,
    customFieldData: z.parse(json, extra.customFieldData),
    metadata: z.parse(json, extra.metadata),
    ...factColumns(after),
  }
}

const json = z.json()

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
  finalActionAt: facts.finalActionAt,
  revokedAt: facts.revokedAt,
  heldAt: facts.heldAt,
  suspendedAt: facts.suspendedAt,
  dueAt: nextDueAt(facts),
})

const assignments = sql.raw(
  savedColumns
    .map((name) =>
      name === 'pending_change' ? `${name} = nullif(v.${name}, 'null')` : `${name} = v.${name}`,
    )
    .join(', '),
)

/** Returns only those whose version is still the one that was decided on. */
export async function saveSubscriptions(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  changed: readonly ChangedSubscription[],
  now: Date,
): Promise<SubscriptionRow[]> {
  if (changed.length === 0) return []
  const values = jsonRows(changed.map((one) => ({ ...one })))
  const { rows } = await sql<SubscriptionRow>`
    update subscription s
       set ${assignments}, claimed_until = null, claimed_by = null, modified_at = ${now}, version = s.version + 1
      from jsonb_populate_recordset(null::subscription, ${values}::jsonb) v
     where s.organization_id = ${organizationId} and s.id = v.id and s.version = v.version
    returning s.*`.execute(tx)
  return rows
}

/** After a decision that changed nothing: it is picked up again when it is due, and not before. */
export async function saveDueAt(
  tx: Transaction<Tables>,
  { organizationId, id, version }: SubscriptionRow,
  dueAt: Date | null,
): Promise<void> {
  await tx
    .updateTable('subscription')
    .set({ dueAt, claimedUntil: null, claimedBy: null })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('version', '=', version)
    .execute()
}
