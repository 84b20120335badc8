import type { InvoiceContent } from '@guildhall/contract/orders/invoice-content'
import { type MinorUnits, minorUnits } from '../../../kernel/money.ts'
import type { Period } from '../../../kernel/period.ts'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import { dueOf } from './amount-due.ts'

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
  readonly quantity: number
  /** Null where there is none. */
  readonly period: Period | null
  readonly isProration: boolean
  readonly isUsage: boolean
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
  /** What the customer’s balance paid; below zero, a debt that was paid with the order. */
  readonly appliedBalance: MinorUnits
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
  const { billingName, billingAddress, taxNumber, customerName, customerEmail, ...sale } = order
  const { items, appliedBalance: _, ...amounts } = sale
  return {
    ...amounts,
    items: items.map((item) => invoiceLine(item, item)),
    payment: paymentOf(order),
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

interface Charged {
  readonly quantity: number
  readonly amount: MinorUnits
}

type InvoiceLine = InvoiceContent['items'][number]

/** The labels of usage say their units and prices, and those of prorations their period. */
export const invoiceLine = (item: ItemFacts, { quantity, amount }: Charged): InvoiceLine => ({
  label: withoutQuantity(item),
  quantity,
  unitAmount: item.isUsage ? null : minorUnits(amount / quantity),
  period: item.isProration ? null : item.period,
  amount,
})

/** The label of several ends in their number, which has a column of its own here. */
const withoutQuantity = ({ label, quantity }: ItemFacts): string =>
  quantity === 1 ? label : label.replace(new RegExp(` × ${quantity}$`), '')

/** Only paid orders have an invoice. */
const paymentOf = ({ total, appliedBalance }: OrderFacts): InvoiceContent['payment'] => ({
  balance: appliedBalance,
  paid: dueOf({ totalAmount: total, appliedBalanceAmount: appliedBalance }),
  due: minorUnits(0),
})

const byText = (one: string | null, other: string | null): number =>
  (one ?? '').localeCompare(other ?? '', 'en')

const distinct = (texts: readonly (string | null)[]): string[] => [
  ...new Set(texts.filter((text) => text !== null)),
]
