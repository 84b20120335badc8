import type { Id } from '@guildhall/contract/primitives'
import {
  type Kysely,
  type RawBuilder,
  type Selectable,
  sql,
  type Transaction,
  type Updateable,
} from 'kysely'
import type { RowsOf } from '../../../platform/database/claim-by-organization.ts'
import type { ExternalAccessTable, Tables } from '../../../platform/database/db-types.gen.ts'
import type { JsonObject } from '../../../platform/database/json.ts'
import { jsonRows } from '../../../platform/database/json-rows.ts'
import { isOfOneOf } from '../../../platform/database/of-organization.ts'
import type { DueInstant, DueList } from '../../../platform/due/due-list.ts'
import type { Claim } from '../../../platform/process-life.ts'

export type AccessRow = Selectable<ExternalAccessTable>
export type AccessKey = Pick<AccessRow, 'organizationId' | 'id'>

/** What should be there; the same place of an account has one row. */
export interface WantedAccess extends Pick<AccessRow, 'id' | 'provider' | 'accountId'> {
  readonly place: JsonObject
}

/** Calls the provider for these soon. Returns their rows, in no order. */
export async function placeAccess(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  wanted: readonly WantedAccess[],
  dueAt: Date,
): Promise<AccessRow[]> {
  if (wanted.length === 0) return []
  const input = jsonRows(wanted.map((one) => ({ ...one })))
  const { rows } = await sql<AccessRow>`
    insert into external_access (organization_id, id, provider, account_id, place, due_at)
    select distinct on (provider, account_id, place)
           ${organizationId}::uuid, id, provider, account_id, place, ${dueAt}::timestamptz
      from jsonb_populate_recordset(null::external_access, ${input}::jsonb)
     order by provider, account_id, place
    on conflict (organization_id, provider, account_id, place) do update
       set due_at = excluded.due_at, attempts = 0, version = external_access.version + 1
    returning *`.execute(tx)
  return rows
}

/** Calls the provider for these soon, because what should be there may have changed. */
export async function touchAccess(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  ids: readonly (Id<'externalAccess'> | null)[],
  dueAt: Date,
): Promise<void> {
  const known = ids.filter((id) => id !== null)
  if (known.length === 0) return
  await sql`
    with locked as (
      select id from external_access
       where organization_id = ${organizationId} and id = any(${known}::uuid[])
       order by id for no key update)
    update external_access a
       set due_at = ${dueAt}, attempts = 0, version = a.version + 1
      from locked
     where a.organization_id = ${organizationId} and a.id = locked.id`.execute(tx)
}

/** A grant that entitles the account to what `a` is. */
const isWanted = (access: string, organizationId: Id<'organization'>) => sql`
  exists (select from benefit_grant g
           where g.organization_id = ${organizationId}
             and g.external_access_id = ${sql.ref(`${access}.id`)}
             and g.status <> 'revoked')`

/**
 * Nobody else gets these until the lease ends. What an account loses waits for what it is about to
 * gain, so that nobody is without both in between.
 */
export async function claimDueAccess(
  db: Kysely<Tables>,
  { claimant, now, until, organizationId, max }: Claim & RowsOf,
): Promise<AccessRow[]> {
  const { rows } = await sql<AccessRow>`
    with due as materialized (
      select a.id from external_access a
       where a.organization_id = ${organizationId}
         and a.due_at <= ${now} and (a.leased_until is null or a.leased_until <= ${now})
         and (${isWanted('a', organizationId)} or not exists (
               select from external_access b
                where b.organization_id = ${organizationId} and b.provider = a.provider
                  and b.account_id = a.account_id and b.id <> a.id
                  and b.held is null and b.due_at is not null and ${isWanted('b', organizationId)}))
       order by a.due_at
       limit ${max}
         for no key update of a skip locked)
    update external_access a
       set leased_until = ${until}, leased_by = ${claimant},
           is_unsure = a.is_unsure or a.leased_until is not null
      from due
     where a.organization_id = ${organizationId} and a.id = due.id
    returning a.*`.execute(db)
  return rows
}

/** Longer than all requests of one delivery together. */
export const deliveryMilliseconds = 120_000

/** The organizations with something to be given or taken, and when. */
export const accessToDeliver: DueList = {
  kind: 'entitlements.deliver_access',
  leaseMilliseconds: deliveryMilliseconds,
  findNext: (db, organizationIds) =>
    findDeliveries(
      db,
      sql`${isOfOneOf('organization_id', organizationIds)} and due_at is not null`,
    ),
  findAll: (db, until) => findDeliveries(db, sql`due_at <= ${until}`),
  claims: {
    table: 'externalAccess',
    claimant: 'leased_by',
    areClaimed: (now) => sql`due_at <= ${now} and leased_until > ${now}`,
    // Ended and not removed, because it is unsure what a dead process has done.
    freed: (now) => sql`leased_until = ${now}`,
  },
}

/** What a process has leased and left is due again when the lease ends. */
async function findDeliveries(
  db: Kysely<Tables>,
  some: RawBuilder<unknown>,
): Promise<readonly DueInstant[]> {
  const { rows } = await sql<DueInstant>`
    select organization_id, min(greatest(due_at, leased_until)) as due_at from external_access
     where ${some}
     group by organization_id`.execute(db)
  return rows
}

export const lockAccess = (
  tx: Transaction<Tables>,
  { organizationId, id }: AccessKey,
): Promise<AccessRow | undefined> =>
  tx
    .selectFrom('externalAccess')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

type Changes = Pick<
  Updateable<ExternalAccessTable>,
  'held' | 'dueAt' | 'leasedUntil' | 'isUnsure' | 'attempts'
>

export const saveAccess = async (
  tx: Transaction<Tables>,
  { organizationId, id }: AccessKey,
  changes: Changes,
): Promise<void> =>
  void (await tx
    .updateTable('externalAccess')
    .set(changes)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute())

/** No grant may refer to it any more. */
export const deleteAccess = async (
  tx: Transaction<Tables>,
  { organizationId, id }: AccessKey,
): Promise<void> =>
  void (await tx
    .deleteFrom('externalAccess')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute())
