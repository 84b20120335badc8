import type { Id } from '@guildhall/contract/primitives'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { FileTable, Tables } from '../../../platform/database/db-types.gen.ts'

export type FileRow = Selectable<FileTable>

export type FileKey = Pick<FileRow, 'organizationId' | 'id'>

const living = (db: Kysely<Tables>) =>
  db.selectFrom('file').selectAll().where('deletedAt', 'is', null)

/** In any of these organizations, uploaded or not. */
export const findFileIn = (
  db: Kysely<Tables>,
  organizationIds: readonly Id<'organization'>[],
  id: Id<'file'>,
): Promise<FileRow | undefined> =>
  living(db).where('organizationId', 'in', organizationIds).where('id', '=', id).executeTakeFirst()

/** Those of these ids that are there, uploaded or not, in no order. */
export async function findFilesOf(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  ids: readonly Id<'file'>[],
): Promise<FileRow[]> {
  if (ids.length === 0) return []
  return living(db).where('organizationId', '=', organizationId).where('id', 'in', ids).execute()
}

/** The same, and nobody changes or deletes them meanwhile: for what must not outlive them. */
export async function holdFilesOf(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  ids: readonly Id<'file'>[],
): Promise<FileRow[]> {
  if (ids.length === 0) return []
  return living(tx)
    .where('organizationId', '=', organizationId)
    .where('id', 'in', ids)
    .orderBy('id')
    .forShare()
    .execute()
}

/** For showing or taking its bytes. */
export const findFile = (
  db: Kysely<Tables>,
  { organizationId, id }: FileKey,
): Promise<FileRow | undefined> =>
  living(db).where('organizationId', '=', organizationId).where('id', '=', id).executeTakeFirst()

/** For clearing away what it left in the storage: deleted or not. */
export const findFileEver = (
  db: Kysely<Tables>,
  { organizationId, id }: FileKey,
): Promise<FileRow | undefined> =>
  db
    .selectFrom('file')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()

/** What all living files of the organization hold together, uploaded or not. */
export async function bytesKept(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
): Promise<number> {
  const { bytes } = await tx
    .selectFrom('file')
    .select(sql<string>`coalesce(sum(size), 0)`.as('bytes'))
    .where('organizationId', '=', organizationId)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(bytes)
}

export const insertFile = (
  tx: Transaction<Tables>,
  file: Insertable<FileTable>,
): Promise<FileRow> => tx.insertInto('file').values(file).returningAll().executeTakeFirstOrThrow()

/** For changing it. */
export const lockFile = (
  tx: Transaction<Tables>,
  { organizationId, id }: FileKey,
): Promise<FileRow | undefined> =>
  living(tx)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

type FileChanges = Partial<
  Omit<Insertable<FileTable>, 'organizationId' | 'id' | 'version' | 'createdAt' | 'modifiedAt'>
>

interface Change {
  readonly changes: FileChanges
  /** Only where it is uploaded, or only where it isn't yet; in any case where it's absent. */
  readonly ifUploaded?: boolean
  readonly now: Date
}

/** Of the living only: nothing where somebody else was faster. */
export const saveFile = (
  tx: Transaction<Tables>,
  { organizationId, id }: FileKey,
  { changes, ifUploaded, now }: Change,
): Promise<FileRow | undefined> =>
  tx
    .updateTable('file')
    .set({ ...changes, modifiedAt: now, version: sql`version + 1` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .$if(ifUploaded !== undefined, (one) => one.where('isUploaded', '=', ifUploaded ?? false))
    .returningAll()
    .executeTakeFirst()

export const abandonedAtOnce = 100

/** Some uploads that nobody finished, though their links have ended before then. */
export const listAbandoned = (db: Kysely<Tables>, before: Date): Promise<FileKey[]> =>
  db
    .selectFrom('file')
    .select(['organizationId', 'id'])
    .where('deletedAt', 'is', null)
    .where('isUploaded', '=', false)
    .where('uploadEndsAt', '<', before)
    .orderBy('uploadEndsAt')
    .limit(abandonedAtOnce)
    .execute()
