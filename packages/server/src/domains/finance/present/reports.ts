import { type JournalColumn, journalColumns } from '@guildhall/contract/finance/finance'
import type { IncomeGroup } from '@guildhall/contract/finance/income-groups'
import { id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { csvLine } from '../../../kernel/csv.ts'
import { subtract } from '../../../kernel/money.ts'
import { decimalAmount } from '../../../kernel/money-text.ts'
import type { IncomeRow } from '../store/income.ts'
import type { JournalLineRow } from '../store/journal.ts'
import type { TaxRow } from '../store/taxes.ts'

const productId = z.nullable(id('product'))

/** The group stands in the field that it is of. */
export const presentIncome =
  (groupBy: IncomeGroup) =>
  ({ group, ...row }: IncomeRow) => ({
    currency: row.currency,
    date: groupBy === 'day' || groupBy === 'month' ? group : null,
    productId: groupBy === 'product' ? z.parse(productId, group) : null,
    productName: row.productName,
    country: groupBy === 'country' ? group : null,
    soldAmount: row.soldAmount,
    refundedAmount: row.refundedAmount,
    disputedAmount: row.disputedAmount,
    processorFeeAmount: row.processorFeeAmount,
    adjustedAmount: row.adjustedAmount,
    incomeAmount: row.incomeAmount,
    taxAmount: row.taxAmount,
  })

export const presentTax = ({ collectedAmount, returnedAmount, ...row }: TaxRow) => ({
  currency: row.currency,
  country: row.country,
  state: row.state,
  taxabilityReason: row.taxabilityReason,
  salesAmount: row.salesAmount,
  collectedAmount,
  returnedAmount,
  taxAmount: subtract(collectedAmount, returnedAmount),
})

/** The chosen columns in the chosen order, each once; without a choice, all but `amount` and `side`. */
export const columnsOf = (
  chosen: readonly JournalColumn[] | undefined,
): readonly JournalColumn[] =>
  chosen === undefined
    ? journalColumns.filter((column) => column !== 'amount' && column !== 'side')
    : [...new Set(chosen)]

const cellOf: Readonly<Record<JournalColumn, (line: JournalLineRow) => string | null>> = {
  date: ({ date }) => date,
  entry_id: ({ entryId }) => entryId,
  // As in the list of balance entries.
  kind: ({ kind }) => kind,
  invoice_number: ({ invoiceNumber }) => invoiceNumber,
  order_id: ({ orderId }) => orderId,
  payment_id: ({ paymentId }) => paymentId,
  refund_id: ({ refundId }) => refundId,
  dispute_id: ({ disputeId }) => disputeId,
  account: ({ account }) => account,
  place: ({ place }) => place,
  currency: ({ currency }) => currency.toUpperCase(),
  debit: ({ debit, currency }) => (debit === 0 ? null : decimalAmount(debit, currency)),
  credit: ({ credit, currency }) => (credit === 0 ? null : decimalAmount(credit, currency)),
  amount: ({ debit, credit, currency }) => decimalAmount(debit === 0 ? credit : debit, currency),
  side: ({ debit }) => (debit === 0 ? 'C' : 'D'),
}

export const journalLine = (line: JournalLineRow, columns: readonly JournalColumn[]): string =>
  csvLine(columns.map((column) => cellOf[column](line) ?? ''))
