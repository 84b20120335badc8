import type { listFiles as contract } from '@guildhall/contract/files/files'
import { type PlannedPart, uploadPlan } from '@guildhall/contract/files/upload-plan'
import type { QueryOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import type { FileTable, Tables } from '../../../platform/database/db-types.gen.ts'
import { listPage, type Page } from '../../../platform/database/listing.ts'

export type FileRow = Selectable<FileTable>

export type FileKey = Pick<FileRow, 'organizationId' | 'id'>

const undeleted = (db: Kysely<Tables>) =>
  db.selectFrom('file').selectAll().where('deletedAt', 'is', null)

/** Uploaded or not. */
export const findFileIn = (
  db: Kysely<Tables>,
  organizationIds: readonly Id<'organization'>[],
  id: Id<'file'>,
): Promise<FileRow | undefined> =>
  undeleted(db)
    .where('organizationId', 'in', organizationIds)
    .where('id', '=', id)
    .executeTakeFirst()

/** Uploaded or not, in no particular order. */
export async function findFiles(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  ids: readonly Id<'file'>[],
): Promise<FileRow[]> {
  if (ids.length === 0) return []
  return undeleted(db).where('organizationId', '=', organizationId).where('id', 'in', ids).execute()
}

/** The same, deleted ones included: what was downloaded is still shown. */
export async function findAnyFiles(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  ids: readonly Id<'file'>[],
): Promise<FileRow[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('file')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', 'in', ids)
    .execute()
}

/** Prevents their deletion until the transaction ends, for rows that must not outlive them. */
export async function lockFilesForShare(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  ids: readonly Id<'file'>[],
): Promise<FileRow[]> {
  if (ids.length === 0) return []
  return undeleted(tx)
    .where('organizationId', '=', organizationId)
    .where('id', 'in', ids)
    .orderBy('id')
    .forShare()
    .execute()
}

export const findFile = (
  db: Kysely<Tables>,
  { organizationId, id }: FileKey,
): Promise<FileRow | undefined> =>
  undeleted(db).where('organizationId', '=', organizationId).where('id', '=', id).executeTakeFirst()

/** Deleted or not, for clearing the storage. */
export const findFileIncludingDeleted = (
  db: Kysely<Tables>,
  { organizationId, id }: FileKey,
): Promise<FileRow | undefined> =>
  db
    .selectFrom('file')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Of all undeleted files of the organization, uploaded or not. */
export async function countStoredBytes(
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

export const lockFile = (
  tx: Transaction<Tables>,
  { organizationId, id }: FileKey,
): Promise<FileRow | undefined> =>
  undeleted(tx)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

type FileChanges = Partial<
  Omit<Insertable<FileTable>, 'organizationId' | 'id' | 'version' | 'createdAt' | 'modifiedAt'>
>

interface Change {
  readonly changes: FileChanges
  /** Saves only if the file is uploaded (or is not yet); absent for either. */
  readonly ifUploaded?: boolean
  readonly now: Date
}

/** Undefined if the file was deleted, or its upload was completed, by another call. */
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

export const abandonedBatchMax = 100

/** A batch of incomplete uploads whose links expired before that instant. */
export const listAbandoned = (db: Kysely<Tables>, before: Date): Promise<FileKey[]> =>
  db
    .selectFrom('file')
    .select(['organizationId', 'id'])
    .where('deletedAt', 'is', null)
    .where('isUploaded', '=', false)
    .where('uploadEndsAt', '<', before)
    .orderBy('uploadEndsAt')
    .limit(abandonedBatchMax)
    .execute()

/** Uploaded files only. */
export function listFiles(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { ids, ...listing }: QueryOf<typeof contract>,
): Promise<Page<FileRow>> {
  const matching = undeleted(db)
    .where('organizationId', '=', organizationId)
    .where('isUploaded', '=', true)
    .$if(ids !== undefined, (of) => of.where('id', 'in', ids ?? []))
  return listPage(db, matching, listing, { columns: { created_at: 'createdAt' }, id: 'id' })
}

interface PlannedUpload {
  readonly uploadId: string
  readonly path: string
  readonly parts: readonly PlannedPart[]
  readonly hasChecksums: boolean
}

export function plannedUpload({ uploadId, uploadParts, path }: FileRow): PlannedUpload {
  assert(uploadId !== null && uploadParts !== null, 'every file starts as an upload')
  const { parts } = z.parse(uploadPlan, { parts: uploadParts })
  const hasChecksums = parts.every(({ checksumSha256Base64 }) => checksumSha256Base64 != null)
  return { uploadId, path, parts, hasChecksums }
}
