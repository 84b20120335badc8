import type { CollectionStatus, OrderStatus } from '@guildhall/contract/orders/order-shapes'

/** What the status of an order is called on screens; the first is still collected. */
export const orderStates = [
  'pending',
  'paid',
  'partially_refunded',
  'refunded',
  'uncollectible',
  'void',
] as const
export type OrderState = (typeof orderStates)[number]

interface ShownOrder {
  status: OrderStatus
  collectionStatus: CollectionStatus
}

/** An order that is no longer collected isn’t called pending, as it is on the wire. */
export function orderState({ status, collectionStatus }: ShownOrder): OrderState {
  const isClosed = collectionStatus === 'uncollectible' || collectionStatus === 'void'
  return isClosed ? collectionStatus : status
}

/** The filter of the API that finds the orders in a state. */
export const orderStateFilter = (state: OrderState) => {
  switch (state) {
    case 'pending':
      return { collectionStatus: ['open' as const] }
    case 'uncollectible':
    case 'void':
      return { collectionStatus: [state] }
    default:
      return { status: [state] }
  }
}
