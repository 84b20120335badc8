import type { Order } from '@guildhall/contract/orders/order-shapes'
import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { presentBareProduct, presentDiscount } from '../../catalog/present/discount.ts'
import { findDiscounts } from '../../catalog/store/discounts.ts'
import { findProducts } from '../../catalog/store/products.ts'
import { presentCustomer } from '../../customers/present/customer.ts'
import { findCustomersByIds } from '../../customers/store/customers.ts'
import { type OrderDetails, presentOrder } from '../present/order.ts'
import { findItemsOf, type OrderItemRow, type OrderRow } from '../store/orders.ts'
import { findShownSubscriptions } from '../store/shown-subscriptions.ts'

/** Orders of one organization, in the same number of statements for any number of orders. */
export async function showOrders(db: Kysely<Tables>, rows: readonly OrderRow[]): Promise<Order[]> {
  const [first] = rows
  if (first === undefined) return []
  const { organizationId } = first
  const ids = rows.map(({ id }) => id)
  const items = itemsByOrder(await findItemsOf(db, organizationId, ids))
  const customerIds = unique(rows.map((row) => row.customerId))
  const customers = byId(await findCustomersByIds(db, organizationId, customerIds))
  const { productIds, discountIds, subscriptionIds } = referencesOf(rows)
  const referencedBy = lookUpReferences({
    products: (await findProducts(db, organizationId, productIds)).map(presentBareProduct),
    discounts: await findDiscounts(db, organizationId, discountIds),
    subscriptions: await findShownSubscriptions(db, organizationId, subscriptionIds),
  })
  return rows.map((order) => {
    const customer = customers.get(order.customerId)
    assert(customer !== undefined, 'the customer of an order is kept as a row')
    return presentOrder({
      order,
      customer: presentCustomer(customer),
      items: items.get(order.id) ?? [],
      ...referencedBy(order),
    })
  })
}

export async function showOrder(db: Kysely<Tables>, row: OrderRow): Promise<Order> {
  const [shown] = await showOrders(db, [row])
  assert(shown !== undefined, 'one row makes one order')
  return shown
}

type Reference = Pick<OrderRow, 'productId' | 'discountId' | 'subscriptionId'>

export const referencesOf = (orders: readonly Reference[]) => ({
  productIds: unique(orders.map(({ productId }) => productId)),
  discountIds: unique(orders.flatMap(({ discountId }) => discountId ?? [])),
  subscriptionIds: unique(orders.flatMap(({ subscriptionId }) => subscriptionId ?? [])),
})

interface Referenced {
  readonly products: readonly OrderDetails['product'][]
  readonly discounts: Awaited<ReturnType<typeof findDiscounts>>
  readonly subscriptions: readonly NonNullable<OrderDetails['subscription']>[]
}

/** Finds what an order shows of other objects among what was read for all of them. */
export function lookUpReferences({ products, discounts, subscriptions }: Referenced) {
  const [productOf, discountOf, subscriptionOf] = [
    byId(products),
    byId(discounts),
    byId(subscriptions),
  ]
  return ({ productId, discountId, subscriptionId }: Reference) => {
    const product = productOf.get(productId)
    const discount = discountId === null ? undefined : discountOf.get(discountId)
    assert(product !== undefined, 'the product of an order is kept as a row')
    return {
      product,
      discount: discount === undefined ? null : presentDiscount({ discount, products: [] }),
      subscription: subscriptionId === null ? null : (subscriptionOf.get(subscriptionId) ?? null),
    }
  }
}

const unique = <T>(ids: readonly T[]): T[] => [...new Set(ids)]

const byId = <T extends { readonly id: string }>(rows: readonly T[]): ReadonlyMap<T['id'], T> =>
  new Map(rows.map((row) => [row.id, row]))

function itemsByOrder(items: readonly OrderItemRow[]): ReadonlyMap<Id<'order'>, OrderItemRow[]> {
  const found = new Map<Id<'order'>, OrderItemRow[]>()
  for (const item of items) {
    const known = found.get(item.orderId)
    if (known === undefined) found.set(item.orderId, [item])
    else known.push(item)
  }
  return found
}
