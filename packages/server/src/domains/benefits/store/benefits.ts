import type { listBenefits as contract } from '@guildhall/contract/benefits/benefits'
import type { QueryOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { BenefitTable, Tables } from '../../../platform/database/db-types.gen.ts'
import {
  containing,
  listPage,
  metadataMatches,
  type Page,
} from '../../../platform/database/listing.ts'
import { isOfOrganization } from '../../../platform/database/of-organization.ts'

/** With the files of a downloadables benefit in their order. */
export interface BenefitRow extends Selectable<BenefitTable> {
  readonly files: readonly BenefitFile[]
}

export interface BenefitFile {
  readonly fileId: Id<'file'>
  readonly archived: boolean | null
}

export type BenefitKey = Pick<BenefitRow, 'organizationId' | 'id'>

const filesOf = (organizationIds: readonly Id<'organization'>[]) => sql<readonly BenefitFile[]>`
  coalesce((
    select jsonb_agg(
             jsonb_build_object('fileId', f.file_id, 'archived', f.archived) order by f.position)
      from benefit_file f
     where ${isOfOrganization({ alias: 'f', row: 'benefit', organizationIds })}
       and f.benefit_id = benefit.id
  ), '[]')`

type Within = Id<'organization'> | readonly Id<'organization'>[]

const allBenefits = (db: Kysely<Tables>, within: Within) =>
  db
    .selectFrom('benefit')
    .selectAll()
    .select(filesOf([within].flat()).as('files'))
    .where('organizationId', 'in', [within].flat())

const existingBenefits = (db: Kysely<Tables>, within: Within) =>
  allBenefits(db, within).where('deletedAt', 'is', null)

/** The benefit with this id in any of these organizations, unless it is deleted. */
export const findBenefitIn = (
  db: Kysely<Tables>,
  organizationIds: readonly Id<'organization'>[],
  id: Id<'benefit'>,
): Promise<BenefitRow | undefined> =>
  existingBenefits(db, organizationIds).where('id', '=', id).executeTakeFirst()

/** In no order. Ids of other organizations' or deleted benefits, and unknown ids, are left out. */
export const findBenefits = async (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  ids: readonly Id<'benefit'>[],
): Promise<BenefitRow[]> =>
  ids.length === 0 ? [] : existingBenefits(db, organizationId).where('id', 'in', ids).execute()

/** The same, deleted ones included: their grants are still shown. */
export const findAnyBenefits = async (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  ids: readonly Id<'benefit'>[],
): Promise<BenefitRow[]> =>
  ids.length === 0 ? [] : allBenefits(db, organizationId).where('id', 'in', ids).execute()

/** Those that exist, and keeps others from changing or deleting them: for rows that refer to them. */
export async function lockBenefitsForShare(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  ids: readonly Id<'benefit'>[],
): Promise<BenefitRow[]> {
  if (ids.length === 0) return []
  await keysOf(tx, organizationId, ids).orderBy('id').forShare().execute()
  return findBenefits(tx, organizationId, ids)
}

/** Reads after locking, because a single statement would see the files as of before the wait. */
export async function lockBenefit(
  tx: Transaction<Tables>,
  { organizationId, id }: BenefitKey,
): Promise<BenefitRow | undefined> {
  await keysOf(tx, organizationId, [id]).forNoKeyUpdate().execute()
  return findBenefitIn(tx, [organizationId], id)
}

const keysOf = (
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  ids: readonly Id<'benefit'>[],
) =>
  tx
    .selectFrom('benefit')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', 'in', ids)

export type NewBenefit = Omit<Insertable<BenefitTable>, 'version' | 'modifiedAt' | 'deletedAt'>

export const insertBenefit = async (tx: Transaction<Tables>, benefit: NewBenefit): Promise<void> =>
  void (await tx.insertInto('benefit').values(benefit).execute())

export type BenefitColumns = Partial<
  Omit<
    Insertable<BenefitTable>,
    'organizationId' | 'id' | 'type' | 'version' | 'createdAt' | 'modifiedAt'
  >
>

/** The benefit must be locked. */
export const saveBenefit = async (
  tx: Transaction<Tables>,
  { organizationId, id }: BenefitKey,
  changes: BenefitColumns,
  now: Date,
): Promise<void> =>
  void (await tx
    .updateTable('benefit')
    .set({ ...changes, modifiedAt: now, version: sql`version + 1` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute())

/** The benefit must be locked, or inserted in this transaction. */
export async function replaceFiles(
  tx: Transaction<Tables>,
  { organizationId, id: benefitId }: BenefitKey,
  files: readonly BenefitFile[],
): Promise<void> {
  await tx
    .deleteFrom('benefitFile')
    .where('organizationId', '=', organizationId)
    .where('benefitId', '=', benefitId)
    .execute()
  if (files.length === 0) return
  await tx
    .insertInto('benefitFile')
    .values(files.map((file, position) => ({ organizationId, benefitId, ...file, position })))
    .execute()
}

/** Returns the benefits that had the file. They are locked by id first, to prevent deadlocks. */
export async function removeFile(
  tx: Transaction<Tables>,
  { organizationId, fileId }: FileKey,
): Promise<Id<'benefit'>[]> {
  const locked = await tx
    .selectFrom('benefit')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('deletedAt', 'is', null)
    .where('id', 'in', (of) =>
      of
        .selectFrom('benefitFile')
        .select('benefitId')
        .where('organizationId', '=', organizationId)
        .where('fileId', '=', fileId),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  if (locked.length === 0) return []
  const removed = await tx
    .deleteFrom('benefitFile')
    .where('organizationId', '=', organizationId)
    .where('fileId', '=', fileId)
    .where(
      'benefitId',
      'in',
      locked.map(({ id }) => id),
    )
    .returning('benefitId')
    .execute()
  return removed.map(({ benefitId }) => benefitId)
}

interface FileKey {
  readonly organizationId: Id<'organization'>
  readonly fileId: Id<'file'>
}

export function listBenefits(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { type, query, metadata, ...listing }: QueryOf<typeof contract>,
): Promise<Page<BenefitRow>> {
  const matching = existingBenefits(db, organizationId)
    .$if(type !== undefined, (of) => of.where('type', 'in', type ?? []))
    .$if(query !== undefined, (of) => of.where('description', 'ilike', containing(query ?? '')))
    .where((one) => one.and(metadataMatches(one.ref('metadata'), metadata)))
  return listPage(db, matching, listing, {
    columns: { created_at: 'createdAt', description: 'description' },
    id: 'id',
  })
}
