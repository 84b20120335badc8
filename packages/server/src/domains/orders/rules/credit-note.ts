import type { InvoiceContent } from '@guildhall/contract/orders/invoice-content'
import type { CreditNoteCause } from '@guildhall/contract/orders/invoices'
import { allocate, negate } from '../../../kernel/money.ts'
import { type InvoiceFacts, type InvoiceNumber, invoiceContent, invoiceLine } from './invoice.ts'
import { type Split, totalOf } from './settlement.ts'

interface NumberedDocument {
  readonly kind: string
  readonly correctsId: string | null
  readonly refundId: string | null
  readonly disputeId: string | null
}

/** What a credit note is for; null for an invoice. */
export function causeOf(document: NumberedDocument): CreditNoteCause | null {
  if (document.kind === 'invoice') return null
  if (document.refundId !== null) return 'refund'
  if (document.disputeId !== null) return 'dispute'
  return document.correctsId === null ? 'credit' : 'correction'
}

/** The document of the order itself: its invoice, or its credit note where it is below zero. */
export function isOfOrder(document: NumberedDocument): boolean {
  const cause = causeOf(document)
  return cause === null || cause === 'credit'
}

type CorrectedDocument = NonNullable<InvoiceContent['corrected']>[number]

/** The reversed document with negated amounts, so that the two add up to zero. */
export function creditNoteContent(
  reversed: InvoiceContent,
  { number, issuedAt }: InvoiceNumber,
): InvoiceContent {
  const { discount, tax, kind } = reversed
  return {
    ...reversed,
    kind: 'credit_note',
    cause: 'correction',
    number,
    corrects: reversed.number,
    corrected: [{ kind, number: reversed.number, issuedAt: reversed.issuedAt }],
    issuedAt,
    paidAt: null,
    payment: null,
    items: reversed.items.map(({ unitAmount, ...item }) => ({
      ...item,
      amount: negate(item.amount),
      ...(unitAmount !== undefined && { unitAmount: unitAmount && negate(unitAmount) }),
    })),
    subtotal: negate(reversed.subtotal),
    discount: discount && { ...discount, amount: negate(discount.amount) },
    net: negate(reversed.net),
    tax: { ...tax, amount: negate(tax.amount) },
    total: negate(reversed.total),
  }
}

interface MoneyBack {
  readonly cause: 'refund' | 'dispute'
  /** What came back. */
  readonly returned: Split
  readonly corrected: readonly CorrectedDocument[]
}

/** The part of an order that came back, spread over what the order charged. */
export function returnContent(
  facts: InvoiceFacts,
  { cause, returned, corrected }: MoneyBack,
  number: InvoiceNumber,
): InvoiceContent {
  const whole = invoiceContent(facts, number)
  const charges = facts.order.items.filter(({ isCharge, netAmount }) => isCharge && netAmount > 0)
  const shares = allocate(
    returned.amount,
    charges.map(({ netAmount }) => netAmount),
  )
  const items = charges.flatMap((item, at) => {
    const share = shares[at]
    return share === undefined || share === 0
      ? []
      : invoiceLine({ ...item, quantity: 1 }, { quantity: 1, amount: negate(share) })
  })
  return {
    ...whole,
    kind: 'credit_note',
    cause,
    corrected: [...corrected],
    paidAt: null,
    payment: null,
    items,
    subtotal: negate(returned.amount),
    discount: null,
    net: negate(returned.amount),
    tax: { ...whole.tax, amount: negate(returned.taxAmount) },
    total: negate(totalOf(returned)),
  }
}

/** An order below zero: it credits items of earlier ones. */
export const creditContent = (
  facts: InvoiceFacts,
  corrected: readonly CorrectedDocument[],
  number: InvoiceNumber,
): InvoiceContent => ({
  ...invoiceContent(facts, number),
  kind: 'credit_note',
  cause: 'credit',
  corrected: [...corrected],
  paidAt: null,
  payment: null,
})
