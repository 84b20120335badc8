import type { Currency, MinorUnits } from '@guildhall/contract/primitives'
import { formatDecimal } from '../../../kernel/decimal.ts'

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
    String(row.status === 'active' || row.status === 'trialing'),
    row.product,
    majorUnits(row.amount, row.currency),
    row.currency,
    row.recurringInterval,
  ])

/** In the unit that people count in: 10.00 of dollars, 12 of yen. */
function majorUnits(amount: MinorUnits, currency: Currency): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  const scale = format.resolvedOptions().maximumFractionDigits ?? 0
  return formatDecimal({ digits: BigInt(amount), scale })
}

/** As RFC 4180 has it. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`

/** What a spreadsheet would take for a formula is marked as text. */
function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
