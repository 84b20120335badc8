import type { DisputeExportColumn } from '@guildhall/contract/orders/export-columns'
import { type CsvColumns, csvTable } from '../../../kernel/csv.ts'
import { add } from '../../../kernel/money.ts'
import type { ExportedDisputeRow } from '../store/dispute-list.ts'

/** Named like the fields of a dispute; what belongs to its customer has that name in front. */
const columns: CsvColumns<ExportedDisputeRow, DisputeExportColumn> = {
  id: (row) => row.id,
  created_at: (row) => row.createdAt,
  modified_at: (row) => row.modifiedAt,
  status: (row) => row.status,
  reason: (row) => row.reason,
  amount: (row) => add(row.amount, row.owedAmount),
  tax_amount: (row) => row.taxAmount,
  currency: (row) => row.currency,
  evidence_due_by: (row) => row.evidenceDueBy,
  customer_id: (row) => row.customerId,
  customer_email: (row) => row.customerEmail,
  customer_name: (row) => row.customerName,
  order_id: (row) => row.orderId,
  subscription_id: (row) => row.subscriptionId,
  payment_id: (row) => row.paymentId,
}

export const exportedDisputes = (chosen?: readonly DisputeExportColumn[]) =>
  csvTable(columns, chosen)
