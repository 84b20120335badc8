import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { findDiscountsOf, findProductsOf, listPricesOf, withProducts } from '../../catalog/index.ts'
import type { DiscountWanted, ProductWanted } from '../rules/facts.ts'
import { wantedDiscount, wantedProduct } from './wanted.ts'

interface Wanted<B extends string> {
  readonly organizationId: Id<'organization'>
  readonly id: Id<B>
}

/** A product as it is sold now; undefined where the organization has none of this id. */
export async function readProductWanted(
  db: Kysely<Tables>,
  { organizationId, id }: Wanted<'product'>,
): Promise<ProductWanted | undefined> {
  const [product] = await findProductsOf(db, organizationId, [id])
  if (product === undefined) return undefined
  return wantedProduct(product, await listPricesOf(db, organizationId, [id]))
}

/** A discount, and whether it can be used now; undefined where the organization has none. */
export async function readDiscountWanted(
  db: Kysely<Tables>,
  { organizationId, id }: Wanted<'discount'>,
  now: Date,
): Promise<DiscountWanted | undefined> {
  const [whole] = await withProducts(db, await findDiscountsOf(db, organizationId, [id]))
  return whole && wantedDiscount(whole, now)
}
