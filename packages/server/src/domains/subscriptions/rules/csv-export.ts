import type { Currency, MinorUnits } from '@guildhall/contract/primitives'
import { csvLine } from '../../../kernel/csv.ts'
import { formatDecimal } from '../../../kernel/decimal.ts'
import { isActive } from './lifecycle.ts'

export const exportedColumns = [
  'Email',
  'Created At',
  'Active',
  'Product',
  'Price',
  'Currency',
  'Interval',
] as const

interface Exported {
  readonly email: string
  readonly createdAt: Date
  readonly status: string
  readonly product: string
  readonly amount: MinorUnits
  readonly currency: Currency
  readonly recurringInterval: string
}

export const exportedLine = (row: Exported): string =>
  csvLine([
    row.email,
    row.createdAt.toISOString(),
    String(isActive(row.status)),
    row.product,
    majorUnits(row.amount, row.currency),
    row.currency,
    row.recurringInterval,
  ])

/** 10.00 for 1000 cents, 12 for 12 yen. */
function majorUnits(amount: MinorUnits, currency: Currency): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  const scale = format.resolvedOptions().maximumFractionDigits ?? 0
  return formatDecimal({ digits: BigInt(amount), scale })
}
