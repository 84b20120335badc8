import type { Id } from '@guildhall/contract/primitives'
import type { Insertable, Kysely, Selectable, Transaction } from 'kysely'
import type { PictureTable, Tables } from '../../../platform/database/db-types.gen.ts'
import type { PictureFormat } from '../rules/picture.ts'

export type PictureOwner =
  | { readonly kind: 'user'; readonly id: Id<'user'> }
  | { readonly kind: 'organization'; readonly id: Id<'organization'> }

export interface PictureRow extends Omit<Selectable<PictureTable>, 'format'> {
  readonly format: PictureFormat
}

export async function insertPicture(
  tx: Transaction<Tables>,
  picture: Insertable<PictureTable>,
): Promise<void> {
  await tx.insertInto('picture').values(picture).execute()
}

export async function markShown(
  tx: Transaction<Tables>,
  id: Id<'picture'>,
  now: Date,
): Promise<void> {
  await tx.updateTable('picture').set({ shownAt: now }).where('id', '=', id).execute()
}

const pictures = (db: Kysely<Tables>) =>
  db.selectFrom('picture').selectAll().$narrowType<{ format: PictureFormat }>()

export const findShownPicture = (
  db: Kysely<Tables>,
  id: Id<'picture'>,
): Promise<PictureRow | undefined> =>
  pictures(db).where('id', '=', id).where('shownAt', 'is not', null).executeTakeFirst()

/** The current one, and those that it replaced. */
export const listShownPictures = (
  db: Kysely<Tables>,
  { kind, id }: PictureOwner,
): Promise<PictureRow[]> =>
  pictures(db)
    .where('ownerId', '=', id)
    .where('ownerKind', '=', kind)
    .where('shownAt', 'is not', null)
    .execute()

export const pendingBatchMax = 100

/** A batch of pictures whose upload began before that instant and never ended. */
export const listPendingPictures = (db: Kysely<Tables>, before: Date): Promise<PictureRow[]> =>
  pictures(db)
    .where('shownAt', 'is', null)
    .where('createdAt', '<', before)
    .orderBy('createdAt')
    .limit(pendingBatchMax)
    .execute()

export async function deletePicture(db: Kysely<Tables>, id: Id<'picture'>): Promise<void> {
  await db.deleteFrom('picture').where('id', '=', id).execute()
}
