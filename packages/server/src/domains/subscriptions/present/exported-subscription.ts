import type { Currency, MinorUnits } from '@guildhall/contract/primitives'
import { csvTable } from '../../../kernel/csv.ts'
import { formatDecimal } from '../../../kernel/decimal.ts'
import { isActive } from '../rules/lifecycle.ts'
import type { ExportedSubscriptionRow } from '../store/subscription-list.ts'

/** With the titles of the official client's own service. */
export const exportedSubscriptions = csvTable<ExportedSubscriptionRow>({
  Email: (row) => row.email,
  'Created At': (row) => row.createdAt,
  Active: (row) => isActive(row.status),
  Product: (row) => row.product,
  Price: (row) => majorUnits(row.amount, row.currency),
  Currency: (row) => row.currency,
  Interval: (row) => row.recurringInterval,
})

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
