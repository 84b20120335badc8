import type { Page } from 'playwright-core'
import { newOrder } from '../packages/server/test/orders.ts'
import type { TestServer } from '../packages/server/test/server.ts'
import { make, readProduct } from './catalog.ts'
import type { Organization } from './organizations.ts'

type Sale = Parameters<typeof newOrder>[3]
export type Stock = Parameters<typeof newOrder>[2]

/** Creates a customer and a one-time product as the user signed in on the page. */
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

/** Creates a paid order with its payment and its journal entries, as a purchase does. */
export async function sell(
  { server }: { server: TestServer },
  organization: Organization,
  stock: Stock,
  input: Sale = {},
): Promise<string> {
  const id = await newOrder(server, organization, stock, input)
  await server.settle()
  return id
}
