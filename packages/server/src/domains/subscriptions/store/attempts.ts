import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { SubscriptionAttemptTable, Tables } from '../../../platform/database/db-types.gen.ts'
import { jsonRows } from '../../../platform/database/json-rows.ts'
import type { SomeSubscriptions } from './subscriptions.ts'

export type AttemptRow = Selectable<SubscriptionAttemptTable>

/** What is being paid already is known already. */
export async function insertAttempts(
  tx: Transaction<Tables>,
  attempts: readonly AttemptRow[],
): Promise<void> {
  if (attempts.length === 0) return
  const told = jsonRows(attempts.map((attempt) => ({ ...attempt })))
  await sql`
    insert into subscription_attempt
    select * from jsonb_populate_recordset(null::subscription_attempt, ${told}::jsonb)
        on conflict (organization_id, payment_id) do nothing`.execute(tx)
}

/** What is being charged for these. */
export const findAttemptsOf = async (
  db: Kysely<Tables>,
  { organizationId, ids }: SomeSubscriptions,
): Promise<AttemptRow[]> =>
  ids.length === 0
    ? []
    : db
        .selectFrom('subscriptionAttempt')
        .selectAll()
        .where('organizationId', '=', organizationId)
        .where('subscriptionId', '=', sql<Id<'subscription'>>`any(${ids}::uuid[])`)
        .execute()

interface OfPayments {
  readonly paymentIds: readonly Id<'payment'>[]
}

export const attemptsAtOnceMax = 500

/** The next of an organization in the order of their payments. */
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
  { paymentIds }: OfPayments,
): Promise<AttemptRow[]> =>
  db
    .selectFrom('subscriptionAttempt')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('paymentId', '=', sql<Id<'payment'>>`any(${paymentIds}::uuid[])`)
    .execute()

/** Those that nobody has taken to account: whoever gets them does. */
export const takeAttempts = async (
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  { paymentIds }: OfPayments,
): Promise<AttemptRow[]> =>
  tx
    .deleteFrom('subscriptionAttempt')
    .where('organizationId', '=', organizationId)
    .where('paymentId', '=', sql<Id<'payment'>>`any(${paymentIds}::uuid[])`)
    .returningAll()
    .execute()

/** One failure of what was tried at once is enough: the others don’t count any more. */
export async function countNoMore(
  tx: Transaction<Tables>,
  { organizationId, ids }: SomeSubscriptions,
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('subscriptionAttempt')
    .set({ isCounted: false })
    .where('organizationId', '=', organizationId)
    .where('subscriptionId', '=', sql<Id<'subscription'>>`any(${ids}::uuid[])`)
    .execute()
}
