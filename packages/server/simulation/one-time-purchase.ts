import type { Id } from '@guildhall/contract/primitives'
import { presentBareProduct } from '../src/domains/catalog/present/discount.ts'
import { findProducts } from '../src/domains/catalog/store/products.ts'
import { findCustomersByIds } from '../src/domains/customers/store/customers.ts'
import { placePurchase } from '../src/domains/orders/actions/place-purchase.ts'
import { assert } from '../src/kernel/assert.ts'
import { type MinorUnits, minorUnits } from '../src/kernel/money.ts'
import { newId } from '../src/platform/ids.ts'
import { runUnitOfWork } from '../src/platform/unit-of-work.ts'
import { dollars, type Shop } from './shop.ts'

interface OneTimePurchase {
  readonly customerId: Id<'customer'>
  readonly productId: Id<'product'>
  readonly orderId: Id<'order'>
  /** Paid with credit that is reserved for the order. */
  readonly amount: MinorUnits
}

export async function buyOnce(
  { deps, organizationId }: Shop,
  { customerId, productId, orderId, amount }: OneTimePurchase,
): Promise<void> {
  const { kysely } = deps.uowFactory.database
  const [customer] = await findCustomersByIds(kysely, organizationId, [customerId])
  const [product] = await findProducts(kysely, organizationId, [productId])
  assert(customer !== undefined && product !== undefined, 'both are never deleted')
  await runUnitOfWork(deps.uowFactory, { organizationId }, (uow) =>
    placePurchase(
      uow,
      { ...deps, grantDescribers: [] },
      {
        id: orderId,
        organizationId,
        seller: { name: 'Acme', slug: 'acme' },
        givesBenefits: false,
        customer,
        product: presentBareProduct(product),
        checkoutId: null,
        subscriptionId: null,
        discountId: null,
        billingReason: 'purchase',
        currency: dollars,
        payment: null,
        appliedAmount: amount,
        items: [{ label: product.name, amount, productPriceId: null, period: null }],
        discountAmount: minorUnits(0),
        tax: { amount: minorUnits(0), reason: 'not_collecting', rate: null, calculationId: null },
        billingName: null,
        billingAddress: null,
        taxId: null,
        customFieldData: {},
        metadata: {},
      },
    ),
  )
}

/** The first customer gets the product for nothing, if nobody has bought it but as a plan. */
export async function provideOneTimePurchase(shop: Shop, productId: Id<'product'>): Promise<void> {
  const { organizationId, environment, buyers } = shop
  const { rowCount } = await environment.database.pool.query(
    `select from orders
      where organization_id = $1 and product_id = $2 and billing_reason = 'purchase' limit 1`,
    [organizationId, productId],
  )
  const [buyer] = buyers
  if (rowCount !== 0 || buyer === undefined) return
  const { customerId } = buyer
  await buyOnce(shop, { customerId, productId, orderId: newId('order'), amount: minorUnits(0) })
}
