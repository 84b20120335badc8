import type { Id } from '@guildhall/contract/primitives'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { BenefitTable, Tables } from '../../../platform/database/db-types.gen.ts'

/** With the files of a benefit of downloadables, in their order. */
export interface BenefitRow extends Selectable<BenefitTable> {
  readonly files: readonly BenefitFile[]
}

export interface BenefitFile {
  readonly fileId: Id<'file'>
  readonly archived: boolean | null
}

export type BenefitKey = Pick<BenefitRow, 'organizationId' | 'id'>

const filesOf = sql<readonly BenefitFile[]>`
  coalesce((
    select jsonb_agg(
             jsonb_build_object('fileId', f.file_id, 'archived', f.archived) order by f.position)
      from benefit_file f
     where f.organization_id = benefit.organization_id and f.benefit_id = benefit.id
  ), '[]')`

/** Whatever is deleted is found by nobody. */
export const livingBenefits = (
  db: Kysely<Tables>,
  within: Id<'organization'> | readonly Id<'organization'>[],
) =>
  db
    .selectFrom('benefit')
    .selectAll()
    .select(filesOf.as('files'))
    .where('organizationId', 'in', [within].flat())
    .where('deletedAt', 'is', null)

/** In any of these organizations. */
export const findBenefitIn = (
  db: Kysely<Tables>,
  organizationIds: readonly Id<'organization'>[],
  id: Id<'benefit'>,
): Promise<BenefitRow | undefined> =>
  livingBenefits(db, organizationIds).where('id', '=', id).executeTakeFirst()

/** Those of these benefits that are the organization's and living, in no order. */
export const findBenefitsOf = async (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  ids: readonly Id<'benefit'>[],
): Promise<BenefitRow[]> =>
  ids.length === 0 ? [] : livingBenefits(db, organizationId).where('id', 'in', ids).execute()

/** The same, and nobody changes or deletes them meanwhile: for what must not outlive them. */
export async function holdBenefitsOf(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  ids: readonly Id<'benefit'>[],
): Promise<BenefitRow[]> {
  if (ids.length === 0) return []
  await keysOf(tx, organizationId, ids).orderBy('id').forShare().execute()
  return findBenefitsOf(tx, organizationId, ids)
}

/** For changing it. Read after it is locked: the files of before would be seen otherwise. */
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

export type BenefitChanges = Partial<
  Omit<
    Insertable<BenefitTable>,
    'organizationId' | 'id' | 'type' | 'version' | 'createdAt' | 'modifiedAt'
  >
>

/** Of a benefit that is locked. */
export const saveBenefit = async (
  tx: Transaction<Tables>,
  { organizationId, id }: BenefitKey,
  changes: BenefitChanges,
  now: Date,
): Promise<void> =>
  void (await tx
    .updateTable('benefit')
    .set({ ...changes, modifiedAt: now, version: sql`version + 1` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute())

/** Takes the place of the files that the benefit had; it must be locked, or new. */
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

/** Takes a file out of everything that lists it; what lists it is locked first, in one order. */
export async function dropFile(
  tx: Transaction<Tables>,
  { organizationId, fileId }: FileKey,
): Promise<Id<'benefit'>[]> {
  const listing = await tx
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
  if (listing.length === 0) return []
  const dropped = await tx
    .deleteFrom('benefitFile')
    .where('organizationId', '=', organizationId)
    .where('fileId', '=', fileId)
    .where(
      'benefitId',
      'in',
      listing.map(({ id }) => id),
    )
    .returning('benefitId')
    .execute()
  return dropped.map(({ benefitId }) => benefitId)
}

interface FileKey {
  readonly organizationId: Id<'organization'>
  readonly fileId: Id<'file'>
}
