import type { CustomerOrder, CustomerSubscription } from '@guildhall/contract/portal/portal-shapes'
import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { expandProducts } from '../../catalog/actions/expand-products.ts'
import { presentCheckoutProduct } from '../../catalog/present/product.ts'
import { findProducts } from '../../catalog/store/products.ts'
import { showOrders } from '../../orders/actions/show-orders.ts'
import type { OrderRow } from '../../orders/store/orders.ts'
import { presentSeller } from '../../organizations/present/seller.ts'
import { findOrganization } from '../../organizations/store/organizations.ts'
import { showSubscriptions } from '../../subscriptions/actions/show-subscriptions.ts'
import type { SubscriptionRow } from '../../subscriptions/store/subscriptions.ts'
import {
  type BoughtProduct,
  presentCustomerOrder,
  presentCustomerSubscription,
} from '../present/purchase.ts'
import type { PortalDeps } from './deps.ts'

/** Orders of one customer; the number of statements does not depend on their number. */
export async function showCustomerOrders(
  db: Kysely<Tables>,
  deps: PortalDeps,
  rows: readonly OrderRow[],
): Promise<CustomerOrder[]> {
  const productOf = await loadProducts(db, deps, rows)
  const orders = await showOrders(db, rows)
  return orders.map((order) => presentCustomerOrder(order, productOf(order.productId)))
}

/** Subscriptions of one customer; the number of statements does not depend on their number. */
export async function showCustomerSubscriptions(
  db: Kysely<Tables>,
  deps: PortalDeps,
  rows: readonly SubscriptionRow[],
): Promise<CustomerSubscription[]> {
  const productOf = await loadProducts(db, deps, rows)
  const shown = await showSubscriptions(db, deps, rows)
  const accepted = new Map(rows.map(({ id, acceptedAt }) => [id, acceptedAt]))
  return shown.map((one) =>
    presentCustomerSubscription(one, {
      product: productOf(one.productId),
      acceptedAt: accepted.get(one.id) ?? null,
    }),
  )
}

export async function showCustomerSubscription(
  db: Kysely<Tables>,
  deps: PortalDeps,
  row: SubscriptionRow,
): Promise<CustomerSubscription> {
  const [shown] = await showCustomerSubscriptions(db, deps, [row])
  assert(shown !== undefined, 'every subscription is shown')
  return shown
}

type Purchase = Pick<OrderRow, 'organizationId' | 'productId'>

/** Includes archived products. */
async function loadProducts(
  db: Kysely<Tables>,
  deps: PortalDeps,
  purchases: readonly Purchase[],
): Promise<(id: Id<'product'>) => BoughtProduct> {
  const products = new Map<Id<'product'>, BoughtProduct>()
  const [first] = purchases
  if (first !== undefined) {
    const { organizationId } = first
    const ids = [...new Set(purchases.map(({ productId }) => productId))]
    const expanded = await expandProducts(db, deps, await findProducts(db, organizationId, ids))
    const organization = await findOrganization(db, organizationId)
    assert(organization !== undefined, 'the organization of a customer exists')
    const seller = presentSeller(organization)
    for (const one of expanded) {
      products.set(one.id, { ...presentCheckoutProduct(one), organization: seller })
    }
  }
  return (id) => {
    const product = products.get(id)
    assert(product !== undefined, 'a bought product is never deleted')
    return product
  }
}
