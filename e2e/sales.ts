import type { Page } from 'playwright-core'
import { newOrder } from '../packages/server/test/orders.ts'
import type { TestServer } from '../packages/server/test/server.ts'
import { make, readProduct } from './catalog.ts'
import type { Organization } from './organizers.ts'

type Sale = Parameters<typeof newOrder>[3]
export type Stock = Parameters<typeof newOrder>[2]

/** A customer, and a product that is sold once, by whoever is in front of the page. */
export async function stockFor(
  page: Page,
  organization: Organization,
  { customer = {}, product = {} }: { customer?: object; product?: object } = {},
): Promise<Stock> {
  const productId = await make(page, organization, 'products', {
    name: 'Handbook',
    recurring_interval: null,
    prices: [{ amount_type: 'fixed', price_amount: 1000 }],
    ...product,
  })
  const { prices } = await readProduct(page, productId)
  return {
    customerId: await make(page, organization, 'customers', {
      email: 'bea@buyer.test',
      name: 'Bea Buyer',
      ...customer,
    }),
    productId,
    priceId: String(prices[0].id),
  }
}

/** A paid order, with its payment and in the books, as a purchase leaves it. */
export async function sell(
  { server }: { server: TestServer },
  organization: Organization,
  stock: Stock,
  wish: Sale = {},
): Promise<string> {
  const id = await newOrder(server, organization, stock, wish)
  await server.settle()
  return id
}
