import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { isOfOneOf, isOfOrganization } from '../../../platform/database/of-organization.ts'
import type { DueInstant, DueList } from '../../../platform/due/due-list.ts'
import type { AccountKey } from './accounts.ts'

export const dueAccountsMax = 100

/** The organizations in real time with lots that expire, and when. */
export const lotsToExpire: DueList = {
  kind: 'credits.expire_due',
  leaseMilliseconds: 5 * 60_000,
  findNext: async (db, organizationIds) => {
    const isOf = (alias: string) => isOfOrganization({ alias, row: 'o', organizationIds })
    const { rows } = await sql<DueInstant>`
      select o.organization_id, l.expires_at as due_at
        from unnest(${organizationIds}::uuid[]) as o (organization_id)
       cross join lateral (
         select expires_at from credit_lot l
          where ${isOf('l')} and l.closed_by is null and l.expires_at is not null
          order by l.expires_at limit 1) l
       where not exists (select from frozen_clock f where ${isOf('f')})`.execute(db)
    return rows
  },
  findAll: async (db, until) => {
    const { rows } = await sql<DueInstant>`
      select l.organization_id, min(l.expires_at) as due_at
        from credit_lot l
       where l.closed_by is null and l.expires_at <= ${until}
         and not exists (select from frozen_clock f where f.organization_id = l.organization_id)
       group by l.organization_id`.execute(db)
    return rows
  },
}

interface RealTime {
  readonly organizationIds: readonly Id<'organization'>[]
  readonly now: Date
}

/** Accounts of these organizations with lots that have expired by now, where time is real. */
export async function listDueAccounts(
  db: Kysely<Tables>,
  { organizationIds, now }: RealTime,
): Promise<AccountKey[]> {
  const { rows } = await sql<AccountKey>`
    select l.organization_id as "organizationId", l.customer_id as "customerId",
           l.meter_id as "meterId"
      from credit_lot l
     where ${isOfOneOf('l.organization_id', organizationIds)}
       and l.closed_by is null and l.expires_at <= ${now}
       and not exists (
         select from frozen_clock f
          where ${isOfOrganization({ alias: 'f', row: 'l', organizationIds })})
     group by 1, 2, 3
     order by min(l.expires_at)
     limit ${dueAccountsMax}`.execute(db)
  return rows
}

/** The same where the clock of the organization stands still, by that clock. */
export async function listDueIn(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
): Promise<AccountKey[]> {
  const { rows } = await sql<AccountKey>`
    select l.organization_id as "organizationId", l.customer_id as "customerId",
           l.meter_id as "meterId"
      from frozen_clock f
      join credit_lot l on l.organization_id = f.organization_id
     where f.organization_id = ${organizationId} and l.closed_by is null
       and l.expires_at <= f.frozen_at
     group by 1, 2, 3
     order by min(l.expires_at)
     limit ${dueAccountsMax}`.execute(db)
  return rows
}

/** After the instant of the organization’s clock. */
export async function findNextExpiry(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
): Promise<Date | null> {
  const { rows } = await sql<{ next: Date | null }>`
    select min(l.expires_at) as next
      from frozen_clock f
      join credit_lot l on l.organization_id = f.organization_id
     where f.organization_id = ${organizationId} and l.closed_by is null
       and l.expires_at > f.frozen_at`.execute(db)
  return rows[0]?.next ?? null
}
