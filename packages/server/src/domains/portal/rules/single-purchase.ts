interface Viewer {
  /** The only purchase that the session shows; null if it shows everything of the customer. */
  readonly checkoutId: string | null
}

/** A session of a single purchase doesn't learn whether the customer has other objects. */
export const missingCode = ({ checkoutId }: Viewer): 'not_found' | 'customer_email_unproved' =>
  checkoutId === null ? 'not_found' : 'customer_email_unproved'

interface BilledOrder {
  readonly checkoutId: string | null
  readonly billingName: string | null
}

/** Without a billing name an invoice has the customer's, which the buyer may not know. */
export const mayGetInvoice = ({ checkoutId }: Viewer, order: BilledOrder): boolean =>
  checkoutId === null || (order.checkoutId === checkoutId && order.billingName !== null)
