import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { SubscriptionAttemptTable, Tables } from '../../../platform/database/db-types.gen.ts'
import { jsonRows } from '../../../platform/database/json-rows.ts'
import { anyOf, type SubscriptionBatch } from './subscriptions.ts'

// A payment of a subscription’s order whose outcome is not applied yet. Deleting the row is
// applying the outcome, so it happens once.

export type AttemptRow = Selectable<SubscriptionAttemptTable>

export async function insertAttempts(
  tx: Transaction<Tables>,
  attempts: readonly AttemptRow[],
): Promise<void> {
  if (attempts.length === 0) return
  const values = jsonRows(attempts.map((attempt) => ({ ...attempt })))
  await sql`
    insert into subscription_attempt
    select * from jsonb_populate_recordset(null::subscription_attempt, ${values}::jsonb)
        on conflict (organization_id, payment_id) do nothing`.execute(tx)
}

export const findAttemptsOfSubscriptions = async (
  db: Kysely<Tables>,
  { organizationId, ids }: SubscriptionBatch,
): Promise<AttemptRow[]> =>
  ids.length === 0
    ? []
    : db
        .selectFrom('subscriptionAttempt')
        .selectAll()
        .where('organizationId', '=', organizationId)
        .where('subscriptionId', '=', anyOf(ids))
        .execute()

interface PaymentBatch {
  readonly paymentIds: readonly Id<'payment'>[]
}

export const attemptsAtOnceMax = 500

/** One batch of an organization, by payment. */
export const listAttempts = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  after: Id<'payment'> | null,
): Promise<AttemptRow[]> =>
  db
    .selectFrom('subscriptionAttempt')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .$if(after !== null, (of) => of.where('paymentId', '>', after))
    .orderBy('paymentId')
    .limit(attemptsAtOnceMax)
    .execute()

export const findAttempts = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { paymentIds }: PaymentBatch,
): Promise<AttemptRow[]> =>
  db
    .selectFrom('subscriptionAttempt')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('paymentId', '=', anyOf(paymentIds))
    .execute()

/** Each attempt is returned to one transaction only: the one that applies its outcome. */
export const takeAttempts = async (
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  { paymentIds }: PaymentBatch,
): Promise<AttemptRow[]> =>
  tx
    .deleteFrom('subscriptionAttempt')
    .where('organizationId', '=', organizationId)
    .where('paymentId', '=', anyOf(paymentIds))
    .returningAll()
    .execute()

/** Payments that started together count as one failure, so the others no longer count. */
export async function stopCounting(
  tx: Transaction<Tables>,
  { organizationId, ids }: SubscriptionBatch,
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('subscriptionAttempt')
    .set({ isCounted: false })
    .where('organizationId', '=', organizationId)
    .where('subscriptionId', '=', anyOf(ids))
    .execute()
}
