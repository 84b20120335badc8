import type { Id } from '@guildhall/contract/primitives'
import { type Insertable, type Kysely, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type {
  AuditLogChangeTable,
  AuditLogEntryTable,
  Tables,
} from '../../../platform/database/db-types.gen.ts'
import { jsonRows } from '../../../platform/database/json-rows.ts'
import { type Listing, listPage, type Page } from '../../../platform/database/listing.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import type { Change } from '../rules/changes.ts'

type EntryColumns = Selectable<AuditLogEntryTable>

export interface NewAuditEntry extends Required<Insertable<AuditLogEntryTable>> {
  readonly occurredAt: Date
  readonly changes: readonly Change[]
}

/** All entries of a transaction in one statement. */
export async function insertAuditEntries(
  { tx }: Pick<UnitOfWork, 'tx'>,
  entries: readonly NewAuditEntry[],
): Promise<void> {
  const rows = jsonRows(
    entries.map(({ changes, ...entry }) => ({
      ...entry,
      changes: changes.map((change) => ({ ...change })),
    })),
  )
  await sql`
    with logged as (
      insert into audit_log_entry
      select e.* from jsonb_populate_recordset(null::audit_log_entry, ${rows}::jsonb) e)
    insert into audit_log_change (organization_id, entry_id, changes)
    select c.organization_id, c.id, c.changes
      from jsonb_to_recordset(${rows}::jsonb) as c (organization_id uuid, id uuid, changes jsonb)
  `.execute(tx)
}

export interface AuditEntryRow extends EntryColumns {
  readonly changes: Selectable<AuditLogChangeTable>['changes'] | null
}

export interface AuditFilters {
  readonly actorType?: readonly string[] | undefined
  readonly actorId?: readonly string[] | undefined
  readonly action?: readonly string[] | undefined
  readonly objectType?: readonly string[] | undefined
  readonly objectId?: readonly string[] | undefined
  readonly customerId?: readonly Id<'customer'>[] | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

export const listAuditEntries = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { filters, ...listing }: Listing<'created_at'> & { readonly filters: AuditFilters },
): Promise<Page<AuditEntryRow>> =>
  listPage(db, matching(db, organizationId, filters), listing, {
    columns: { created_at: 'auditLogEntry.occurredAt' },
    id: 'auditLogEntry.id',
  })

/** The next rows of the whole log, the newest first. */
export const listForExport = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  filters: AuditFilters,
  { after, limit }: { readonly after: AuditEntryRow | null; readonly limit: number },
): Promise<AuditEntryRow[]> =>
  matching(db, organizationId, filters)
    .$if(after !== null, (of) =>
      of.where(
        sql<boolean>`(audit_log_entry.occurred_at, audit_log_entry.id) < (${after?.occurredAt ?? null}::timestamptz, ${after?.id ?? null}::uuid)`,
      ),
    )
    .orderBy('auditLogEntry.occurredAt', 'desc')
    .orderBy('auditLogEntry.id', 'desc')
    .limit(limit)
    .execute()

function matching(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { actorType, actorId, action, objectType, objectId, customerId, from, to }: AuditFilters,
): SelectQueryBuilder<Tables, 'auditLogEntry' | 'auditLogChange', AuditEntryRow> {
  let query = db
    .selectFrom('auditLogEntry')
    .leftJoin('auditLogChange', (join) =>
      join
        .onRef('auditLogChange.organizationId', '=', 'auditLogEntry.organizationId')
        .onRef('auditLogChange.entryId', '=', 'auditLogEntry.id'),
    )
    .selectAll('auditLogEntry')
    .select('auditLogChange.changes')
    .where('auditLogEntry.organizationId', '=', organizationId)
  if (actorType !== undefined) query = query.where('auditLogEntry.actorType', 'in', actorType)
  if (actorId !== undefined) query = query.where('auditLogEntry.actorId', 'in', actorId)
  if (action !== undefined) query = query.where('auditLogEntry.action', 'in', action)
  if (objectType !== undefined) query = query.where('auditLogEntry.objectType', 'in', objectType)
  if (objectId !== undefined) query = query.where('auditLogEntry.objectId', 'in', objectId)
  if (customerId !== undefined) query = query.where('auditLogEntry.customerId', 'in', customerId)
  if (from !== undefined) query = query.where('auditLogEntry.occurredAt', '>=', from)
  if (to !== undefined) query = query.where('auditLogEntry.occurredAt', '<', to)
  return query
}
