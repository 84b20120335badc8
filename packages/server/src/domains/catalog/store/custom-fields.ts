import type { Id } from '@guildhall/contract/primitives'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { CustomFieldTable, Tables } from '../../../platform/database/db-types.gen.ts'

export type CustomFieldRow = Selectable<CustomFieldTable>

export type CustomFieldKey = Pick<CustomFieldRow, 'organizationId' | 'id'>

/** What is deleted is found by nobody. */
const living = (db: Kysely<Tables>, organizationIds: readonly Id<'organization'>[]) =>
  db
    .selectFrom('customField')
    .selectAll()
    .where('organizationId', 'in', organizationIds)
    .where('deletedAt', 'is', null)

/** In any of these organizations. */
export const findCustomFieldIn = (
  db: Kysely<Tables>,
  organizationIds: readonly Id<'organization'>[],
  id: Id<'customField'>,
): Promise<CustomFieldRow | undefined> =>
  living(db, organizationIds).where('id', '=', id).executeTakeFirst()

/** Those of the ids that are custom fields of this organization. */
export const findCustomFieldsOf = async (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  ids: readonly Id<'customField'>[],
): Promise<CustomFieldRow[]> =>
  ids.length === 0 ? [] : living(db, [organizationId]).where('id', 'in', ids).execute()

/** The same, and nobody changes or deletes them meanwhile: for what must not outlive them. */
export const holdCustomFieldsOf = async (
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  ids: readonly Id<'customField'>[],
): Promise<CustomFieldRow[]> =>
  ids.length === 0
    ? []
    : living(tx, [organizationId]).where('id', 'in', ids).orderBy('id').forShare().execute()

/** For changing it. */
export const lockCustomField = (
  tx: Transaction<Tables>,
  { organizationId, id }: CustomFieldKey,
): Promise<CustomFieldRow | undefined> =>
  living(tx, [organizationId]).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

type NewCustomField = Omit<Insertable<CustomFieldTable>, 'version' | 'modifiedAt' | 'deletedAt'>

/** Violates `custom_field_slug` where a living one has the same. */
export const insertCustomField = (
  tx: Transaction<Tables>,
  field: NewCustomField,
): Promise<CustomFieldRow> =>
  tx.insertInto('customField').values(field).returningAll().executeTakeFirstOrThrow()

export type CustomFieldChanges = Partial<
  Pick<Insertable<CustomFieldTable>, 'slug' | 'name' | 'properties' | 'metadata' | 'deletedAt'>
>

/** Of the living only: nothing where somebody else has just deleted it. */
export const saveCustomField = (
  tx: Transaction<Tables>,
  { organizationId, id }: CustomFieldKey,
  changes: CustomFieldChanges,
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
