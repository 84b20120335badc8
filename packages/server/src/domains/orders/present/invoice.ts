import { InvoiceContent } from '@guildhall/contract/orders/invoice-content'
import { type Invoice, invoiceKinds } from '@guildhall/contract/orders/invoices'
import { instant, minorUnits } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { type MinorUnits, negate } from '../../../kernel/money.ts'
import { causeOf } from '../rules/credit-note.ts'
import type { InvoiceFacts } from '../rules/invoice.ts'
import type { CorrectedRow } from '../store/credit-notes.ts'
import type { InvoiceFactsRow } from '../store/invoice-facts.ts'
import type { ListedInvoice } from '../store/invoices.ts'

const kind = z.enum(invoiceKinds)

export const presentInvoice = (
  row: ListedInvoice,
  all: readonly ListedInvoice[],
): z.output<typeof Invoice> => ({
  id: row.id,
  number: row.number,
  kind: z.parse(kind, row.kind),
  cause: causeOf(row),
  orderId: row.orderId,
  refundId: row.refundId,
  corrects: row.corrects,
  amount: amountOf(row, all),
  currency: row.currency,
  issuedAt: row.issuedAt,
  isGenerated: row.isGenerated,
})

/** A reversal takes back what it corrects, which is a document of the same order. */
function amountOf(row: ListedInvoice, all: readonly ListedInvoice[]): MinorUnits {
  if (row.returnedAmount !== null) return negate(row.returnedAmount)
  const corrected = all.find(({ id }) => id === row.correctsId)
  return corrected === undefined ? row.orderAmount : negate(amountOf(corrected, all))
}

/** A document as another one names it. */
export const presentCorrected = (row: CorrectedRow) => ({
  kind: z.parse(kind, row.kind),
  number: row.number,
  issuedAt: row.issuedAt,
})

const { seller, tax } = InvoiceContent.shape
const { address } = seller.shape
const { rate, reason } = tax.shape
const storedItems = z.array(
  z.object({
    label: z.string(),
    amount: minorUnits,
    netAmount: minorUnits,
    quantity: z.int(),
    periodStart: z.nullable(instant),
    periodEnd: z.nullable(instant),
    isProration: z.boolean(),
    isUsage: z.boolean(),
    isCharge: z.boolean(),
  }),
)

type StoredItem = z.output<typeof storedItems>[number]

const itemFacts = ({ periodStart: start, periodEnd: end, ...item }: StoredItem) => ({
  ...item,
  period: start === null || end === null ? null : { start, end },
})

/** The facts of an invoice, with their JSON columns parsed. */
export const invoiceFacts = (row: InvoiceFactsRow): InvoiceFacts => ({
  seller: {
    organizationName: row.organizationName,
    email: row.organizationEmail,
    legalName: row.sellerName,
    address: z.parse(address, row.sellerAddress),
    taxNumber: row.sellerTaxNumber,
    registeredNumbers: row.registeredNumbers ?? [],
    footer: row.sellerFooter,
  },
  order: {
    paidAt: row.paidAt,
    currency: row.currency,
    items: z.parse(storedItems, row.items ?? []).map(itemFacts),
    appliedBalance: row.appliedBalanceAmount,
    subtotal: row.subtotalAmount,
    discount:
      row.discountAmount === 0 ? null : { name: row.discountName, amount: row.discountAmount },
    net: row.netAmount,
    tax: {
      amount: row.taxAmount,
      rate: z.parse(rate, row.taxRate),
      reason: z.parse(reason, row.taxabilityReason),
    },
    total: row.totalAmount,
    billingName: row.billingName,
    billingAddress: z.parse(address, row.billingAddress),
    taxNumber: row.taxId,
    customerName: row.customerName,
    customerEmail: row.customerEmail,
  },
})
