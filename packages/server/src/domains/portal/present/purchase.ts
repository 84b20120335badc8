import type { Order } from '@guildhall/contract/orders/order-shapes'
import type { CustomerOrder, CustomerSubscription } from '@guildhall/contract/portal/portal-shapes'
import type { Id } from '@guildhall/contract/primitives'
import type {
  BareSubscription,
  Subscription,
} from '@guildhall/contract/subscriptions/subscription-shapes'
import { unnamed } from './customer.ts'

export type BoughtProduct = CustomerOrder['product']

/** Without the seller's own data, and without what customers know about themselves. */
export function presentCustomerOrder(order: Order, product: BoughtProduct): CustomerOrder {
  const {
    metadata: _metadata,
    customFieldData: _answers,
    customer: _customer,
    discount: _discount,
    taxabilityReason: _reason,
    collectionComment: _comment,
    ...shown
  } = order
  return { ...shown, product }
}

/** Without the seller's own data, and without what customers know about themselves. */
export function presentCustomerSubscription(
  subscription: Subscription,
  { product, acceptedAt }: Pick<CustomerSubscription, 'product' | 'acceptedAt'>,
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
    acceptedAt,
    meters: meters.map(({ meter: { id, createdAt, modifiedAt, name }, ...usage }) => ({
      ...usage,
      meter: { id, createdAt, modifiedAt, name },
    })),
  }
}

/** The session may show everything of the customer, or a single purchase. */
interface Viewer {
  readonly checkoutId: Id<'checkout'> | null
}

/** Without details of the customer that the buyer did not type in the checkout of the session. */
export function orderFor({ checkoutId }: Viewer, order: CustomerOrder): CustomerOrder {
  if (checkoutId === null) return order
  return {
    ...order,
    customerId: unnamed,
    userId: unnamed,
    ...(order.checkoutId !== checkoutId && { billingName: null, billingAddress: null }),
    subscription: order.subscription && withoutCustomer(order.subscription),
  }
}

/** What is used while it lasts is the customer’s, not the buyer’s. */
export const subscriptionFor = (
  { checkoutId }: Viewer,
  subscription: CustomerSubscription,
): CustomerSubscription =>
  checkoutId === null
    ? subscription
    : { ...withoutCustomer(subscription), acceptedAt: null, meters: [] }

type Cancellation = 'customerCancellationReason' | 'customerCancellationComment'

export const withoutCustomer = <S extends Pick<BareSubscription, 'customerId' | Cancellation>>(
  subscription: S,
): S => ({
  ...subscription,
  customerId: unnamed,
  customerCancellationReason: null,
  customerCancellationComment: null,
})
