import type { Order } from '@guildhall/contract/orders/order-shapes'
import type { CustomerOrder, CustomerSubscription } from '@guildhall/contract/portal/portal-shapes'
import type { Subscription } from '@guildhall/contract/subscriptions/subscription-shapes'

export type BoughtProduct = CustomerOrder['product']

/** Without the seller's own data, and without what customers know about themselves. */
export function presentCustomerOrder(order: Order, product: BoughtProduct): CustomerOrder {
  const {
    metadata: _metadata,
    customFieldData: _answers,
    customer: _customer,
    discount: _discount,
    ...shown
  } = order
  return { ...shown, product }
}

/** Without the seller's own data, and without what customers know about themselves. */
export function presentCustomerSubscription(
  subscription: Subscription,
  product: BoughtProduct,
): CustomerSubscription {
  const {
    metadata: _metadata,
    customFieldData: _answers,
    customer: _customer,
    discount: _discount,
    meters,
    ...shown
  } = subscription
  return {
    ...shown,
    product,
    meters: meters.map(({ meter: { id, createdAt, modifiedAt, name }, ...usage }) => ({
      ...usage,
      meter: { id, createdAt, modifiedAt, name },
    })),
  }
}
