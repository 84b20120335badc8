import { type Refusal, refuse } from '../../../kernel/refusal.ts'

export interface InvoiceWanted {
  readonly isPaid: boolean
  readonly isInvoiceGenerated: boolean
  readonly hasBillingName: boolean
  readonly hasBillingAddress: boolean
}

/** Whether somebody may ask for the page of an order's invoice. */
export function decideInvoiceRequest(wanted: InvoiceWanted): Refusal | null {
  if (!wanted.isPaid) return refuse('order_not_paid')
  if (wanted.isInvoiceGenerated) return refuse('invoice_exists')
  return wanted.hasBillingName && wanted.hasBillingAddress
    ? null
    : refuse('invoice_details_missing')
}
