import type { Id } from '@guildhall/contract/primitives'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { ProductTable, Tables } from '../../../platform/database/db-types.gen.ts'
import type { DiscountKey, DiscountRow } from './discounts.ts'

type Product = Selectable<ProductTable>

/** A discount and the products it is limited to; an empty list means all products. */
export interface DiscountWithProducts {
  readonly discount: DiscountRow
  readonly products: readonly Product[]
}

/** All discounts must belong to one organization. */
export async function withProducts(
  db: Kysely<Tables>,
  discounts: readonly DiscountRow[],
): Promise<DiscountWithProducts[]> {
  const [first] = discounts
  if (first === undefined) return []
  const rows = await db
    .selectFrom('discountProduct as link')
    .innerJoin('product', (join) =>
      join
        .onRef('product.organizationId', '=', 'link.organizationId')
        .onRef('product.id', '=', 'link.productId'),
    )
    .select('link.discountId')
    .selectAll('product')
    .where('link.organizationId', '=', first.organizationId)
    .where(
      'link.discountId',
      'in',
      discounts.map(({ id }) => id),
    )
    .orderBy('product.createdAt')
    .orderBy('product.id')
    .execute()
  const loaded = discounts.map((discount) => ({ discount, products: new Array<Product>() }))
  const byId = new Map(loaded.map((one) => [one.discount.id, one]))
  for (const { discountId, ...product } of rows) byId.get(discountId)?.products.push(product)
  return loaded
}

/** The ids that are products of this organization. */
export async function filterProductIds(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  ids: readonly Id<'product'>[],
): Promise<Set<Id<'product'>>> {
  if (ids.length === 0) return new Set()
  const rows = await tx
    .selectFrom('product')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', 'in', ids)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export async function insertDiscountProducts(
  tx: Transaction<Tables>,
  { organizationId, id: discountId }: DiscountKey,
  productIds: readonly Id<'product'>[],
): Promise<void> {
  if (productIds.length === 0) return
  const links = productIds.map((productId) => ({ organizationId, discountId, productId }))
  await tx.insertInto('discountProduct').values(links).execute()
}

export async function deleteDiscountProducts(
  tx: Transaction<Tables>,
  { organizationId, id: discountId }: DiscountKey,
): Promise<void> {
  await tx
    .deleteFrom('discountProduct')
    .where('organizationId', '=', organizationId)
    .where('discountId', '=', discountId)
    .execute()
}
