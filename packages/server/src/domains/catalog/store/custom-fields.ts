import type { listCustomFields as contract } from '@guildhall/contract/catalog/custom-fields'
import type { QueryOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { CustomFieldTable, Tables } from '../../../platform/database/db-types.gen.ts'
import { containing, listPage, type Page } from '../../../platform/database/listing.ts'

export type CustomFieldRow = Selectable<CustomFieldTable>

export type CustomFieldKey = Pick<CustomFieldRow, 'organizationId' | 'id'>

const existing = (db: Kysely<Tables>, organizationIds: readonly Id<'organization'>[]) =>
  db
    .selectFrom('customField')
    .selectAll()
    .where('organizationId', 'in', organizationIds)
    .where('deletedAt', 'is', null)

/** The field with this id in any of these organizations, unless it is deleted. */
export const findCustomFieldIn = (
  db: Kysely<Tables>,
  organizationIds: readonly Id<'organization'>[],
  id: Id<'customField'>,
): Promise<CustomFieldRow | undefined> =>
  existing(db, organizationIds).where('id', '=', id).executeTakeFirst()

/** Ids of other organizations' or deleted fields, and unknown ids, are left out. */
export const findCustomFields = async (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  ids: readonly Id<'customField'>[],
): Promise<CustomFieldRow[]> =>
  ids.length === 0 ? [] : existing(db, [organizationId]).where('id', 'in', ids).execute()

/** The same, and keeps others from changing or deleting them: for rows that refer to them. */
export const lockCustomFieldsForShare = async (
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  ids: readonly Id<'customField'>[],
): Promise<CustomFieldRow[]> =>
  ids.length === 0
    ? []
    : existing(tx, [organizationId]).where('id', 'in', ids).orderBy('id').forShare().execute()

export const lockCustomField = (
  tx: Transaction<Tables>,
  { organizationId, id }: CustomFieldKey,
): Promise<CustomFieldRow | undefined> =>
  existing(tx, [organizationId]).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

type NewCustomField = Omit<Insertable<CustomFieldTable>, 'version' | 'modifiedAt' | 'deletedAt'>

/** Violates `custom_field_key` where another field has the same key. */
export const insertCustomField = (
  tx: Transaction<Tables>,
  field: NewCustomField,
): Promise<CustomFieldRow> =>
  tx.insertInto('customField').values(field).returningAll().executeTakeFirstOrThrow()

export type CustomFieldColumns = Partial<
  Pick<Insertable<CustomFieldTable>, 'key' | 'name' | 'properties' | 'metadata' | 'deletedAt'>
>

/** Undefined where another transaction has just deleted it. */
export const saveCustomField = (
  tx: Transaction<Tables>,
  { organizationId, id }: CustomFieldKey,
  changes: CustomFieldColumns,
  now: Date,
): Promise<CustomFieldRow | undefined> =>
  tx
    .updateTable('customField')
    .set({ ...changes, modifiedAt: now, version: sql`version + 1` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()

export function listCustomFields(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { query, type, ...listing }: QueryOf<typeof contract>,
): Promise<Page<CustomFieldRow>> {
  const all = db
    .selectFrom('customField')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('deletedAt', 'is', null)
  const matching = all
    .$if(query !== undefined, (of) =>
      of.where((one) =>
        one.or(searched.map((column) => one(column, 'ilike', containing(query ?? '')))),
      ),
    )
    .$if(type !== undefined, (of) => of.where('type', 'in', type ?? []))
  return listPage(db, matching, listing, {
    columns: { created_at: 'createdAt', slug: 'key', name: sql`lower(name)`, type: 'type' },
    id: 'id',
  })
}

const searched = ['name', 'key'] as const
