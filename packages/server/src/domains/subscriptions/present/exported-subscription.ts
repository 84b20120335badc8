import type { Currency, MinorUnits } from '@guildhall/contract/primitives'
import type { SubscriptionExportColumn } from '@guildhall/contract/subscriptions/export-columns'
import { type CsvColumns, csvTable } from '../../../kernel/csv.ts'
import { formatDecimal } from '../../../kernel/decimal.ts'
import { isActive } from '../rules/lifecycle.ts'
import type { ExportedSubscriptionRow } from '../store/subscription-list.ts'

/** With the titles of the official client's own service. */
const titled: CsvColumns<ExportedSubscriptionRow, string> = {
  Email: (row) => row.email,
  'Created At': (row) => row.createdAt,
  Active: (row) => isActive(row.status),
  Product: (row) => row.product,
  Price: (row) => majorUnits(row.amount, row.currency),
  Currency: (row) => row.currency,
  Interval: (row) => row.recurringInterval,
}

/** Named like the fields of a subscription; what belongs to an object in it has its name in front. */
const columns: CsvColumns<ExportedSubscriptionRow, SubscriptionExportColumn> = {
  id: (row) => row.id,
  created_at: (row) => row.createdAt,
  customer_id: (row) => row.customerId,
  customer_email: (row) => row.email,
  customer_name: (row) => row.customerName,
  product_id: (row) => row.productId,
  product_name: (row) => row.product,
  discount_name: (row) => row.discount,
  status: (row) => row.status,
  amount: (row) => row.amount,
  currency: (row) => row.currency,
  recurring_interval: (row) => row.recurringInterval,
  started_at: (row) => row.startedAt,
  current_period_end: (row) => row.currentPeriodEnd,
  cancel_at_period_end: (row) => row.cancelAtPeriodEnd,
  ended_at: (row) => row.endedAt,
}

export const exportedSubscriptions = (chosen?: readonly SubscriptionExportColumn[]) =>
  chosen?.length ? csvTable(columns, chosen) : csvTable(titled)

/** 10.00 for 1000 cents, 12 for 12 yen. */
const majorUnits = (amount: MinorUnits, currency: Currency): string =>
  formatDecimal({ digits: BigInt(amount), scale: scaleOf(currency) })

/** Creating a formatter is far slower than using it; the digits of each currency are kept. */
const scales = new Map<string, number>()

function scaleOf(currency: Currency): number {
  const known = scales.get(currency)
  if (known !== undefined) return known
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  const scale = format.resolvedOptions().maximumFractionDigits ?? 0
  scales.set(currency, scale)
  return scale
}
