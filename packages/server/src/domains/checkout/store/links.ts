import type { listCheckoutLinks as contract } from '@guildhall/contract/checkout/links'
import type { QueryOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import {
  type ExpressionBuilder,
  type Insertable,
  type Kysely,
  type Selectable,
  sql,
  type Transaction,
} from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { CheckoutLinkTable, Tables } from '../../../platform/database/db-types.gen.ts'
import { containing, listPage, type Page } from '../../../platform/database/listing.ts'
import { ownerOfSecret } from '../../../platform/database/owner-of-secret.ts'

export type LinkRow = Selectable<CheckoutLinkTable>

export type LinkKey = Pick<LinkRow, 'organizationId' | 'id'>

const existing = (db: Kysely<Tables>) =>
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
  existing(db)
    .where('organizationId', 'in', organizationIds)
    .where('id', '=', id)
    .executeTakeFirst()

export async function findLinkWithSecret(
  { reads, isDistributed }: Pick<Database, 'reads' | 'isDistributed'>,
  hash: Buffer,
): Promise<LinkRow | undefined> {
  return existing(reads)
    .where('organizationId', '=', await ownerOfSecret(reads, { hash, isDistributed }))
    .where('secretHash', '=', hash)
    .executeTakeFirst()
}

interface OfferedDiscount {
  readonly organizationId: Id<'organization'>
  readonly discountId: Id<'discount'>
}

/** Whether a link gives this discount to everyone who follows it. */
export async function isOfferedByLink(
  db: Kysely<Tables>,
  { organizationId, discountId }: OfferedDiscount,
): Promise<boolean> {
  const link = await existing(db)
    .where('organizationId', '=', organizationId)
    .where('discountId', '=', discountId)
    .limit(1)
    .executeTakeFirst()
  return link !== undefined
}

export const lockLink = (
  tx: Transaction<Tables>,
  { organizationId, id }: LinkKey,
): Promise<LinkRow | undefined> =>
  existing(tx)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

type NewLink = Omit<Insertable<CheckoutLinkTable>, 'version' | 'modifiedAt' | 'deletedAt'>

/** Its secret must be indexed before. */
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

/** Undefined where it was changed since it was read. */
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

/** The products of each link, in the seller's order. */
export async function listLinkProducts(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  linkIds: readonly Id<'checkoutLink'>[],
): Promise<ReadonlyMap<Id<'checkoutLink'>, readonly Id<'product'>[]>> {
  const rows = await db
    .selectFrom('checkoutLinkProduct')
    .select(['checkoutLinkId', 'productId'])
    .where('organizationId', '=', organizationId)
    .where('checkoutLinkId', 'in', linkIds)
    .orderBy('position')
    .execute()
  const grouped = new Map(linkIds.map((id) => [id, new Array<Id<'product'>>()]))
  for (const { checkoutLinkId, productId } of rows) grouped.get(checkoutLinkId)?.push(productId)
  return grouped
}

export function listLinks(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { query, productId, ...listing }: QueryOf<typeof contract>,
): Promise<Page<LinkRow>> {
  const words = containing(query ?? '')
  const matching = db
    .selectFrom('checkoutLink')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('deletedAt', 'is', null)
    .$if(productId !== undefined, (of) =>
      of.where((eb) => eb.exists(productsOffered(eb).where('product.id', 'in', productId ?? []))),
    )
    .$if(query !== undefined, (of) =>
      of.where((eb) =>
        eb.or([
          eb('label', 'ilike', words),
          eb.exists(productsOffered(eb).where('product.name', 'ilike', words)),
        ]),
      ),
    )
  return listPage(db, matching, listing, {
    columns: {
      created_at: 'createdAt',
      label: sql`lower(label)`,
      success_url: 'successUrl',
      allow_discount_codes: 'allowDiscountCodes',
    },
    nullable: ['label', 'success_url'],
    id: 'id',
  })
}

const productsOffered = (eb: ExpressionBuilder<Tables, 'checkoutLink'>) =>
  eb
    .selectFrom('checkoutLinkProduct as offered')
    .innerJoin('productSummary as product', (join) =>
      join
        .onRef('product.organizationId', '=', 'offered.organizationId')
        .onRef('product.id', '=', 'offered.productId'),
    )
    .select('product.id')
    .whereRef('offered.organizationId', '=', 'checkoutLink.organizationId')
    .whereRef('offered.checkoutLinkId', '=', 'checkoutLink.id')
