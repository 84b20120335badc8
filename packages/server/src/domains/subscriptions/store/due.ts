import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { RowsOf } from '../../../platform/database/claim-by-organization.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { isOfOrganization } from '../../../platform/database/of-organization.ts'
import type { DueInstant, DueList } from '../../../platform/due/due-list.ts'
import type { Claim } from '../../../platform/process-life.ts'
import type { SubscriptionBatch, SubscriptionKey, SubscriptionRow } from './subscriptions.ts'

export const dueAtOnceMax = 200

/**
 * Claims some subscriptions of an organization that are due in real time, those due longest first.
 * Others skip them until the claim expires, or the process that claimed them has died.
 */
export async function claimDue(
  db: Kysely<Tables>,
  { claimant, now, until, organizationId, max }: Claim & RowsOf,
): Promise<SubscriptionKey[]> {
  const { rows } = await sql<SubscriptionKey>`
    with due as materialized (
      select id from subscription
       where organization_id = ${organizationId} and runs_on_real_time and due_at <= ${now}
         and (claimed_until is null or claimed_until <= ${now})
       order by due_at
       limit ${max}
         for no key update skip locked
    )
    update subscription s set claimed_until = ${until}, claimed_by = ${claimant}
      from due
     where s.organization_id = ${organizationId} and s.id = due.id
    returning s.organization_id, s.id`.execute(db)
  return rows
}

/** Long enough for a batch with slow payments. */
export const claimMilliseconds = 5 * 60_000

/** The organizations with subscriptions that fall due in real time, and when. */
export const subscriptionsToRun: DueList = {
  kind: 'subscriptions.run_due',
  leaseMilliseconds: claimMilliseconds,
  // What a process has claimed and left is due again when the claim expires.
  findNext: async (db, organizationIds, now) => {
    const isOf = isOfOrganization({ alias: 's', row: 'o', organizationIds })
    const { rows } = await sql<DueInstant>`
      select o.organization_id, next.due_at
        from unnest(${organizationIds}::uuid[]) as o (organization_id)
       cross join lateral (
         select min(due_at) as due_at from (
           (select s.due_at from subscription s
             where ${isOf} and s.runs_on_real_time and s.claimed_until is null
               and s.due_at is not null
             order by s.due_at limit 1)
           union all
           select greatest(s.due_at, s.claimed_until) from subscription s
            where ${isOf} and s.runs_on_real_time and s.claimed_until is not null
              and s.due_at <= ${now}) as instants) next
       where next.due_at is not null`.execute(db)
    return rows
  },
  findAll: async (db, until) => {
    const { rows } = await sql<DueInstant>`
      select organization_id, min(due_at) as due_at from subscription
       where runs_on_real_time and due_at <= ${until}
       group by organization_id`.execute(db)
    return rows
  },
  claims: {
    table: 'subscription',
    claimant: 'claimed_by',
    areClaimed: (now) => sql`runs_on_real_time and due_at <= ${now} and claimed_until > ${now}`,
    freed: () => sql`claimed_until = null`,
  },
}

interface OrganizationTime {
  readonly organizationId: Id<'organization'>
  readonly now: Date
}

/** Some subscriptions that an organization’s clock makes due, those due longest first. */
export const listDue = (
  db: Kysely<Tables>,
  { organizationId, now }: OrganizationTime,
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

/** When the next subscription falls due after that instant. */
export async function findNextDue(
  db: Kysely<Tables>,
  { organizationId, now }: OrganizationTime,
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

/** From now on only the organization’s own clock makes its subscriptions due. */
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

/** The same for subscriptions that started while that clock was being stopped. */
export async function followStoppedClock(
  tx: Transaction<Tables>,
  { organizationId, ids }: SubscriptionBatch,
): Promise<void> {
  await sql`
    update subscription set runs_on_real_time = false
     where organization_id = ${organizationId} and id = any(${ids}::uuid[]) and runs_on_real_time
       and exists (select from frozen_clock
                    where organization_id = ${organizationId})`.execute(tx)
}
