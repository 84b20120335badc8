import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql, type Transaction } from 'kysely'
import {
  claimByOrganization,
  type RowsOf,
} from '../../../platform/database/claim-by-organization.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { SubscriptionBatch, SubscriptionKey, SubscriptionRow } from './subscriptions.ts'

export const dueAtOnceMax = 200

interface Claim {
  readonly now: Date
  readonly until: Date
}

/**
 * Claims some subscriptions that are due in real time, those due longest first. Other processes
 * skip them until the claim expires.
 */
export const claimDue = (db: Kysely<Tables>, claim: Claim): Promise<SubscriptionKey[]> =>
  claimByOrganization(
    db,
    sql`select organization_id from subscription
         where ${isClaimable(claim)}
         order by due_at limit ${dueAtOnceMax}`,
    (rowsOf) => claimDueOf(db, claim, rowsOf),
  )

const isClaimable = ({ now }: Claim) => sql`runs_on_real_time and due_at <= ${now}
  and (claimed_until is null or claimed_until <= ${now})`

async function claimDueOf(
  db: Kysely<Tables>,
  claim: Claim,
  { organizationId, max }: RowsOf,
): Promise<SubscriptionKey[]> {
  const { rows } = await sql<SubscriptionKey>`
    with due as materialized (
      select id from subscription
       where organization_id = ${organizationId} and ${isClaimable(claim)}
       order by due_at
       limit ${max}
         for no key update skip locked
    )
    update subscription s set claimed_until = ${claim.until}
      from due
     where s.organization_id = ${organizationId} and s.id = due.id
    returning s.organization_id, s.id`.execute(db)
  return rows
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
