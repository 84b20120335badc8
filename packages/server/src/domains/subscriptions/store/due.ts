import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { SomeSubscriptions, SubscriptionKey, SubscriptionRow } from './subscriptions.ts'

export const dueAtOnceMax = 200

interface Claim {
  readonly now: Date
  readonly until: Date
}

/**
 * Some that are due in real time, the longest first. They belong to whoever claims them until then:
 * others pass them by, and come back to them if nothing came of it.
 */
export async function claimDue(
  db: Kysely<Tables>,
  { now, until }: Claim,
): Promise<SubscriptionKey[]> {
  const { rows } = await sql<SubscriptionKey>`
    with due as materialized (
      select organization_id, id from subscription
       where runs_on_real_time and due_at <= ${now}
         and (claimed_until is null or claimed_until <= ${now})
       order by due_at
       limit ${dueAtOnceMax}
         for no key update skip locked
    )
    update subscription s set claimed_until = ${until}
      from due
     where s.organization_id = due.organization_id and s.id = due.id
    returning s.organization_id, s.id`.execute(db)
  return rows
}

interface OfOrganization {
  readonly organizationId: Id<'organization'>
  readonly now: Date
}

/** Some of an organization that its clock makes due, the longest first. */
export const listDue = (
  db: Kysely<Tables>,
  { organizationId, now }: OfOrganization,
  except: readonly Id<'subscription'>[],
): Promise<Pick<SubscriptionRow, 'id' | 'version'>[]> =>
  db
    .selectFrom('subscription')
    .select(['id', 'version'])
    .where('organizationId', '=', organizationId)
    .where('dueAt', '<=', now)
    .where('id', '<>', sql<Id<'subscription'>>`all(${except}::uuid[])`)
    .orderBy('dueAt')
    .orderBy('id')
    .limit(dueAtOnceMax)
    .execute()

/** When the next falls due after that instant. */
export async function findNextDue(
  db: Kysely<Tables>,
  { organizationId, now }: OfOrganization,
): Promise<Date | null> {
  const row = await db
    .selectFrom('subscription')
    .select('dueAt')
    .where('organizationId', '=', organizationId)
    .where('dueAt', '>', now)
    .orderBy('dueAt')
    .limit(1)
    .executeTakeFirst()
  return row?.dueAt ?? null
}

/** From now on only the organization’s own clock makes them due. */
export async function leaveRealTime(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
): Promise<void> {
  await tx
    .updateTable('subscription')
    .set({ runsOnRealTime: false })
    .where('organizationId', '=', organizationId)
    .where('runsOnRealTime', '=', true)
    .execute()
}

/** The same of those that began while it was stopped, and so have missed it. */
export async function followStoppedClock(
  tx: Transaction<Tables>,
  { organizationId, ids }: SomeSubscriptions,
): Promise<void> {
  await sql`
    update subscription set runs_on_real_time = false
     where organization_id = ${organizationId} and id = any(${ids}::uuid[]) and runs_on_real_time
       and exists (select from organization_clock
                    where organization_id = ${organizationId} and frozen_at is not null)`.execute(
    tx,
  )
}
