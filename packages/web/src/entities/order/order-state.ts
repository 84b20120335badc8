import type { CollectionStatus, OrderStatus } from '@guildhall/contract/orders/order-shapes'

/** What the status of an order is called on screens; the first is still collected. */
export const orderStates = [
  'pending',
  'paid',
  'partially_refunded',
  'refunded',
  'written_off',
  'void',
] as const
export type OrderState = (typeof orderStates)[number]

interface ShownOrder {
  status: OrderStatus
  collectionStatus: CollectionStatus
}

/** An order that is no longer collected isn’t called pending, as it is on the wire. */
export function orderState({ status, collectionStatus }: ShownOrder): OrderState {
  if (collectionStatus === 'uncollectible') return 'written_off'
  return collectionStatus === 'void' ? 'void' : status
}

/** The filter of the API that finds the orders in a state. */
export const orderStateFilter = (state: OrderState) => {
  switch (state) {
    case 'pending':
      return { collectionStatus: ['open' as const] }
    case 'written_off':
      return { collectionStatus: ['uncollectible' as const] }
    case 'void':
      return { collectionStatus: [state] }
    default:
      return { status: [state] }
  }
}
