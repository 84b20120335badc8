import type { InvoiceContent } from '@guildhall/contract/orders/invoice-content'
import { negate } from '../../../kernel/money.ts'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'

const digitsMin = 4

/** `ACME-0042`: the organization’s slug on that day, and at least four digits. */
export const invoiceNumber = (slug: string, position: number): string =>
  `${slug.toUpperCase()}-${String(position).padStart(digitsMin, '0')}`

interface InvoiceRequest {
  readonly isPaid: boolean
  readonly isInvoiceGenerated: boolean
  readonly hasBillingName: boolean
  readonly hasBillingAddress: boolean
}

/** Whether the invoice of an order can be generated. */
export function decideInvoiceRequest(request: InvoiceRequest): Refusal | null {
  if (!request.isPaid) return refuse('order_not_paid')
  if (request.isInvoiceGenerated) return refuse('invoice_exists')
  return request.hasBillingName && request.hasBillingAddress
    ? null
    : refuse('invoice_details_missing')
}

export interface InvoiceNumber {
  readonly number: string
  readonly issuedAt: Date
}

/** The organization, and the seller details it has set for invoices. */
interface SellerFacts {
  readonly organizationName: string
  readonly email: string | null
  readonly legalName: string | null
  readonly address: InvoiceContent['buyer']['address']
  readonly taxNumber: string | null
  /** The tax numbers of its registrations, in any order. */
  readonly registeredNumbers: readonly (string | null)[]
  readonly footer: string | null
}

interface OrderFacts
  extends Pick<
    InvoiceContent,
    'paidAt' | 'currency' | 'items' | 'subtotal' | 'discount' | 'net' | 'tax' | 'total'
  > {
  readonly billingName: string | null
  readonly billingAddress: InvoiceContent['buyer']['address']
  readonly taxNumber: string | null
  readonly customerName: string | null
  readonly customerEmail: string
}

export interface InvoiceFacts {
  readonly seller: SellerFacts
  readonly order: OrderFacts
}

/** Without a billing name the invoice has the customer’s name. */
export function invoiceContent(
  { seller, order }: InvoiceFacts,
  { number, issuedAt }: InvoiceNumber,
): InvoiceContent {
  const { billingName, billingAddress, taxNumber, customerName, customerEmail, ...amounts } = order
  return {
    ...amounts,
    kind: 'invoice',
    number,
    corrects: null,
    issuedAt,
    seller: {
      name: seller.legalName ?? seller.organizationName,
      address: seller.address,
      email: seller.email,
      taxNumbers: distinct([seller.taxNumber, ...seller.registeredNumbers.toSorted(byText)]),
      footer: seller.footer,
    },
    buyer: {
      name: billingName ?? customerName,
      email: customerEmail,
      address: billingAddress,
      taxNumber,
    },
  }
}

const byText = (one: string | null, other: string | null): number =>
  (one ?? '').localeCompare(other ?? '', 'en')

const distinct = (texts: readonly (string | null)[]): string[] => [
  ...new Set(texts.filter((text) => text !== null)),
]

/** The reversed invoice with negated amounts, so that the two add up to zero. */
export function creditNoteContent(
  reversed: InvoiceContent,
  { number, issuedAt }: InvoiceNumber,
): InvoiceContent {
  const { discount, tax } = reversed
  return {
    ...reversed,
    kind: 'credit_note',
    number,
    corrects: reversed.number,
    issuedAt,
    paidAt: null,
    items: reversed.items.map((item) => ({ ...item, amount: negate(item.amount) })),
    subtotal: negate(reversed.subtotal),
    discount: discount && { ...discount, amount: negate(discount.amount) },
    net: negate(reversed.net),
    tax: { ...tax, amount: negate(tax.amount) },
    total: negate(reversed.total),
  }
}
