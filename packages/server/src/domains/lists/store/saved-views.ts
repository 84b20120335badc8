import type { ListName } from '@guildhall/contract/lists/lists'
import type { Id } from '@guildhall/contract/primitives'
import type { Insertable, Kysely, Selectable, Transaction } from 'kysely'
import type { SavedViewTable, Tables } from '../../../platform/database/db-types.gen.ts'

export type SavedViewRow = Selectable<SavedViewTable>

/** A list of an organization, as one person sees it. */
export interface OwnList {
  readonly organizationId: Id<'organization'>
  readonly userId: Id<'user'>
  readonly list: ListName
}

export type OwnViewKey = Pick<SavedViewRow, 'organizationId' | 'userId' | 'id'>

const ofList = (db: Kysely<Tables>, { organizationId, userId, list }: OwnList) =>
  db
    .selectFrom('savedView')
    .where('organizationId', '=', organizationId)
    .where('userId', '=', userId)
    .where('list', '=', list)

/** The oldest first. */
export const listSavedViews = (db: Kysely<Tables>, own: OwnList): Promise<SavedViewRow[]> =>
  ofList(db, own).selectAll().orderBy('createdAt').orderBy('id').execute()

export async function countSavedViews(tx: Transaction<Tables>, own: OwnList): Promise<number> {
  const { count } = await ofList(tx, own)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The person’s own view with this id in any of these organizations. */
export const findOwnViewIn = (
  db: Kysely<Tables>,
  organizationIds: readonly Id<'organization'>[],
  { userId, id }: Pick<OwnViewKey, 'userId' | 'id'>,
): Promise<SavedViewRow | undefined> =>
  db
    .selectFrom('savedView')
    .selectAll()
    .where('organizationId', 'in', organizationIds)
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()

type NewView = Omit<Insertable<SavedViewTable>, 'modifiedAt'>

export const insertSavedView = (tx: Transaction<Tables>, view: NewView): Promise<SavedViewRow> =>
  tx.insertInto('savedView').values(view).returningAll().executeTakeFirstOrThrow()

export type ViewChanges = Partial<Pick<Insertable<SavedViewTable>, 'name' | 'query' | 'columns'>>

/** Undefined if it was deleted meanwhile. */
export const saveSavedView = (
  tx: Transaction<Tables>,
  { organizationId, userId, id }: OwnViewKey,
  changes: ViewChanges,
  modifiedAt: Date,
): Promise<SavedViewRow | undefined> =>
  tx
    .updateTable('savedView')
    .set({ ...changes, modifiedAt })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returningAll()
    .executeTakeFirst()

export async function deleteSavedView(
  tx: Transaction<Tables>,
  { organizationId, userId, id }: OwnViewKey,
): Promise<void> {
  await tx
    .deleteFrom('savedView')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('userId', '=', userId)
    .execute()
}
