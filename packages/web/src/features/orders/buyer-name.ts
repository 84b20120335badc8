import type { Order } from './order-queries.ts'

/** Who bought: by their name where they have one. */
export const buyerName = ({ customer }: Pick<Order, 'customer'>): string =>
  customer.name ?? customer.email
