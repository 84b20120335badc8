import type { RefusalEntry } from '../refusal-entry.ts'

/** The client expects the detail of these as a sentence, not as a list. */
const sentence = { status: 422, hasPlainDetail: true } as const

export const invoiceRefusals = {
  invoice_exists: {
    status: 409,
    message: 'This order already has an invoice',
    error: 'InvoiceAlreadyExists',
  },
  invoice_details_missing: {
    ...sentence,
    message: 'An invoice needs a billing name and a billing address. Set them on the order first.',
    error: 'MissingInvoiceBillingDetails',
  },
  order_not_paid: {
    ...sentence,
    message: 'Only a paid order has an invoice',
    error: 'NotPaidOrder',
  },
} as const satisfies Record<string, RefusalEntry>
