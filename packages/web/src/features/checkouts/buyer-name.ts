import type { Checkout } from './checkout-queries.ts'

/** The buyer, as far as known. */
export const buyerName = ({
  customerName,
  customerEmail,
}: Pick<Checkout, 'customerName' | 'customerEmail'>): string =>
  customerName ?? customerEmail ?? 'Unknown buyer'
