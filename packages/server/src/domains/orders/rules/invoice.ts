import type { InvoiceContent } from '@guildhall/contract/orders/invoice-content'
import type { MinorUnits } from '../../../kernel/money.ts'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'

const digitsMin = 4

/** `ACME-0042`: the organization’s slug on that day, and at least four digits. */
export const invoiceNumber = (slug: string, position: number): string =>
  `${slug.toUpperCase()}-${String(position).padStart(digitsMin, '0')}`

/** `ACME-CN-0007`. */
export const creditNoteNumber = (slug: string, position: number): string =>
  invoiceNumber(`${slug}-cn`, position)

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

interface ItemFacts {
  readonly label: string
  readonly amount: MinorUnits
  /** After its part of the discount. */
  readonly netAmount: MinorUnits
  /** False for a credit of an earlier order. */
  readonly isCharge: boolean
}

interface OrderFacts
  extends Pick<
    InvoiceContent,
    'paidAt' | 'currency' | 'subtotal' | 'discount' | 'net' | 'tax' | 'total'
  > {
  readonly items: readonly ItemFacts[]
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
  const { billingName, billingAddress, taxNumber, customerName, customerEmail, items, ...amounts } =
    order
  return {
    ...amounts,
    items: items.map(({ label, amount }) => ({ label, amount, quantity: 1 })),
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
