import type { MovementExportColumn } from '@guildhall/contract/metrics/movements'
import { type CsvColumns, csvTable } from '../../../kernel/csv.ts'
import type { MovementRow } from '../store/movements.ts'

/** Named like the fields of a movement. */
const columns: CsvColumns<MovementRow, MovementExportColumn> = {
  id: (row) => row.id,
  occurred_at: (row) => row.occurredAt,
  kind: (row) => row.kind,
  currency: (row) => row.currency,
  amount: (row) => row.amount,
  billing_amount: (row) => row.billingAmount,
  trial_amount: (row) => row.trialAmount,
  committed_amount: (row) => row.committedAmount,
  started: (row) => row.started,
  ended: (row) => row.ended,
  product_change: (row) => row.productChange,
  subscription_id: (row) => row.subscriptionId,
  customer_id: (row) => row.customerId,
  customer_name: (row) => row.customerName,
  customer_email: (row) => row.customerEmail,
  product_id: (row) => row.productId,
  product_name: (row) => row.productName,
}

export const exportedMovements = (chosen?: readonly MovementExportColumn[]) =>
  csvTable(columns, chosen)
