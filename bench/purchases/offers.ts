import { newId } from '../../packages/server/src/platform/ids.ts'
import { runOn } from '../../packages/server/test/sql.ts'
import { newSellers, type Seller } from '../catalog/sellers.ts'
import type { Offer } from './purchase-job.ts'

/** Creates sellers whose checkouts offer several products, of which the buyer takes the first. */
export const newOffers = async (
  ownerUrl: string,
  sellersCount: number,
  productsEach: number,
): Promise<(Offer & Seller)[]> =>
  addOffers(ownerUrl, await newSellers(ownerUrl, sellersCount), productsEach)

/** The same, of sellers that there are. */
export async function addOffers(
  ownerUrl: string,
  sellers: readonly Seller[],
  productsEach: number,
): Promise<(Offer & Seller)[]> {
  const offers = sellers.map(({ id, token }) => ({
    id,
    token,
    productIds: Array.from({ length: productsEach }, () => newId('product')),
  }))
  const organizationIds = offers.flatMap(({ id, productIds }) => productIds.map(() => id))
  const products = offers.flatMap(({ productIds }) => productIds)
  await runOn(ownerUrl, productRows, [organizationIds, products])
  await runOn(ownerUrl, priceRows, [organizationIds, products])
  await runOn(ownerUrl, 'vacuum analyze')
  return offers
}

const productRows = `
  insert into product (organization_id, id, name, leading_amount_type, leading_amount, created_at)
  select organization_id, id, 'Field notes', 'fixed', 2900, now()
    from unnest($1::uuid[], $2::uuid[]) input (organization_id, id)`

const priceRows = `
  insert into product_price (organization_id, id, product_id, position, amount_type,
                             price_currency, price_amount, created_at)
  select organization_id, gen_random_uuid(), id, 0, 'fixed', 'usd', 2900, now()
    from unnest($1::uuid[], $2::uuid[]) input (organization_id, id)`
