import type { InvoiceContent } from '@guildhall/contract/orders/invoice-content'
import { type MinorUnits, minorUnits, subtract } from '../../../kernel/money.ts'

export interface InvoiceNumber {
  readonly number: string
  readonly issuedAt: Date
}

/** The organization, and what it wants to have printed of itself. */
interface SellerFacts {
  readonly organizationName: string
  readonly email: string | null
  readonly legalName: string | null
  readonly address: InvoiceContent['buyer']['address']
  readonly taxNumber: string | null
  /** Of its registrations, in any order. */
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

/** A buyer who gave no billing name is called what they are known by. */
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

/** The same words with the signs turned round: whoever adds both up has nothing left. */
export function creditNoteContent(
  taken: InvoiceContent,
  { number, issuedAt }: InvoiceNumber,
): InvoiceContent {
  const { discount, tax } = taken
  return {
    ...taken,
    kind: 'credit_note',
    number,
    corrects: taken.number,
    issuedAt,
    paidAt: null,
    items: taken.items.map((item) => ({ ...item, amount: negative(item.amount) })),
    subtotal: negative(taken.subtotal),
    discount: discount && { ...discount, amount: negative(discount.amount) },
    net: negative(taken.net),
    tax: { ...tax, amount: negative(tax.amount) },
    total: negative(taken.total),
  }
}

const nothing = minorUnits(0)
const negative = (amount: MinorUnits): MinorUnits => subtract(nothing, amount)
