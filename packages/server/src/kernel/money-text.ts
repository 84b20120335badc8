import type { Money } from './money.ts'

/** Formats for people: €100.00, ¥12. */
export function moneyText({ amount, currency }: Money): string {
  const { format, fractionDigits } = formatOf(currency)
  return format.format(amount / 10 ** fractionDigits)
}

interface Format {
  readonly format: Intl.NumberFormat
  readonly fractionDigits: number
}

/** Creating a formatter is far slower than using it; one per currency is kept. */
const formats = new Map<string, Format>()

function formatOf(currency: Money['currency']): Format {
  const known = formats.get(currency)
  if (known !== undefined) return known
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  const { maximumFractionDigits: fractionDigits = 0 } = format.resolvedOptions()
  const made = { format, fractionDigits }
  formats.set(currency, made)
  return made
}

/** Formats for programs: 100.00, -0.05, 12. */
export function decimalAmount(amount: Money['amount'], currency: Money['currency']): string {
  const { fractionDigits } = formatOf(currency)
  const digits = String(Math.abs(amount)).padStart(fractionDigits + 1, '0')
  const sign = amount < 0 ? '-' : ''
  if (fractionDigits === 0) return `${sign}${digits}`
  return `${sign}${digits.slice(0, -fractionDigits)}.${digits.slice(-fractionDigits)}`
}

/** How many decimals its amounts have: 2 for euros, none for yen, 3 for Kuwaiti dinars. */
export const fractionDigitsOf = (currency: Money['currency']): number =>
  formatOf(currency).fractionDigits
