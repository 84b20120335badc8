import type { Id } from '@guildhall/contract/primitives'
import { Problem } from '../../../kernel/refusal.ts'
import { findPricesOf } from '../../catalog/index.ts'
import type { CheckoutParts } from './parts.ts'

/** For who names what is bought by its price, which must be in use. */
export async function productOfPrice(
  { workshop }: CheckoutParts,
  organizationId: Id<'organization'>,
  priceId: Id<'productPrice'>,
): Promise<Id<'product'>> {
  const [price] = await findPricesOf(workshop.database.reads, organizationId, [priceId])
  if (price !== undefined && !price.isArchived) return price.productId
  throw new Problem('checkout_price_unknown', { loc: ['body', 'product_price_id'] })
}
