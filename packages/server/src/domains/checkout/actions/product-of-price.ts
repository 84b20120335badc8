import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import { Problem } from '../../../kernel/refusal.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { findPrices } from '../../catalog/store/product-prices.ts'

/** The product of an active price, for bodies that name a product by its price. */
export async function productOfPrice(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  priceId: Id<'productPrice'>,
): Promise<Id<'product'>> {
  const [price] = await findPrices(db, organizationId, [priceId])
  if (price !== undefined && !price.isArchived) return price.productId
  throw new Problem('checkout_price_unknown', { loc: ['body', 'product_price_id'] })
}
