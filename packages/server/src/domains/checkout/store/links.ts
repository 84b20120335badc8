import type { Id } from '@guildhall/contract/primitives'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { CheckoutLinkTable, Tables } from '../../../platform/database/db-types.gen.ts'

export type LinkRow = Selectable<CheckoutLinkTable>

export type LinkKey = Pick<LinkRow, 'organizationId' | 'id'>

/** What is deleted is found by nobody. */
const living = (db: Kysely<Tables>) =>
  db
    .selectFrom('checkoutLink')
    .selectAll('checkoutLink')
    .where('checkoutLink.deletedAt', 'is', null)

/** In any of these organizations. */
export const findLinkIn = (
  db: Kysely<Tables>,
  organizationIds: readonly Id<'organization'>[],
  id: Id<'checkoutLink'>,
): Promise<LinkRow | undefined> =>
  living(db).where('organizationId', 'in', organizationIds).where('id', '=', id).executeTakeFirst()

/** Whose address ends so; the directory tells in which organization. */
export const findLinkWithSecret = (
  db: Kysely<Tables>,
  secretHash: Buffer,
): Promise<LinkRow | undefined> =>
  living(db)
    .innerJoin('secretDirectory', (join) =>
      join
        .onRef('secretDirectory.organizationId', '=', 'checkoutLink.organizationId')
        .onRef('secretDirectory.hash', '=', 'checkoutLink.secretHash'),
    )
    .where('secretDirectory.hash', '=', secretHash)
    .executeTakeFirst()

/** For changing it: whoever changes it meanwhile comes after. */
export const lockLink = (
  tx: Transaction<Tables>,
  { organizationId, id }: LinkKey,
): Promise<LinkRow | undefined> =>
  living(tx)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

type NewLink = Omit<Insertable<CheckoutLinkTable>, 'version' | 'modifiedAt' | 'deletedAt'>

/** Its secret must stand in the directory before. */
export const insertLink = (tx: Transaction<Tables>, link: NewLink): Promise<LinkRow> =>
  tx.insertInto('checkoutLink').values(link).returningAll().executeTakeFirstOrThrow()

export type LinkChanges = Partial<
  Pick<
    Insertable<CheckoutLinkTable>,
    | 'label'
    | 'discountId'
    | 'allowDiscountCodes'
    | 'requireBillingAddress'
    | 'successUrl'
    | 'metadata'
    | 'deletedAt'
  >
>

/** Nothing where somebody changed it since it was read. */
export const saveLink = (
  tx: Transaction<Tables>,
  { organizationId, id, version }: LinkRow,
  changes: LinkChanges,
  now: Date,
): Promise<LinkRow | undefined> =>
  tx
    .updateTable('checkoutLink')
    .set({ ...changes, modifiedAt: now, version: sql`version + 1` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('version', '=', version)
    .where('deletedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()

/** In the order given; they must be products of the same organization. */
export async function setLinkProducts(
  tx: Transaction<Tables>,
  { organizationId, id: checkoutLinkId }: LinkKey,
  productIds: readonly Id<'product'>[],
): Promise<void> {
  await tx
    .deleteFrom('checkoutLinkProduct')
    .where('organizationId', '=', organizationId)
    .where('checkoutLinkId', '=', checkoutLinkId)
    .execute()
  const rows = productIds.map((productId, position) => ({
    organizationId,
    checkoutLinkId,
    productId,
    position,
  }))
  await tx.insertInto('checkoutLinkProduct').values(rows).execute()
}
