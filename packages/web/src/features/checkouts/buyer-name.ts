import type { Checkout } from './checkout-queries.ts'

/** Who buys, as far as they have said. */
export const buyerName = ({
  customerName,
  customerEmail,
}: Pick<Checkout, 'customerName' | 'customerEmail'>): string =>
  customerName ?? customerEmail ?? 'Somebody'
