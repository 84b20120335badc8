import { type MetricName, type MetricType, metrics } from '@guildhall/contract/metrics/metric-names'
import { formatCount, formatMoney, formatPrice, numberLocale } from '#/lib/format.ts'

/** How values of a kind are written. */
export interface Unit {
  readonly format: (value: number) => string
  /** Shorter, for axes. */
  readonly formatTick: (value: number) => string
  /** For files: no symbols, and all digits. */
  readonly plain: (value: number) => string
  /** The heading of such values in files. */
  readonly heading: (name: string) => string
  /** The finest step of an axis. */
  readonly stepMin: number
  readonly type: MetricType
}

export const unitOf = (name: MetricName, currency: string): Unit =>
  unitMakers[metrics[name].type](currency)

export const moneyUnit = (currency: string): Unit => {
  const digits = digitsOf(currency)
  const compact = new Intl.NumberFormat(numberLocale, {
    style: 'currency',
    currency,
    notation: 'compact',
    minimumFractionDigits: 0,
    maximumFractionDigits: 1,
  })
  const isLong = (amount: number) => Math.abs(amount) >= compactFrom * 10 ** digits
  return {
    type: 'currency',
    format: (amount) => formatMoney(amount, currency),
    formatTick: (amount) =>
      isLong(amount) ? compact.format(amount / 10 ** digits) : formatPrice(amount, currency),
    plain: (amount) => inMajorUnits(amount, digits),
    heading: (name) => `${name} (${currency.toUpperCase()})`,
    stepMin: 1,
  }
}

const compactFrom = 10_000

const countUnit = (): Unit => ({
  type: 'scalar',
  format: (count) => formatCount(count),
  formatTick: (count) => formatCount(count),
  plain: String,
  heading: (name) => name,
  stepMin: 1,
})

const shareUnit = (): Unit => ({
  type: 'percentage',
  format: (share) => percent.format(share),
  formatTick: (share) => percent.format(share),
  plain: (share) => String(Number((share * 100).toFixed(plainDecimals))),
  heading: (name) => `${name} (%)`,
  stepMin: 0.001,
})

const percent = new Intl.NumberFormat(numberLocale, { style: 'percent', maximumFractionDigits: 1 })
const plainDecimals = 6

const unitMakers: Readonly<Record<MetricType, (currency: string) => Unit>> = {
  scalar: countUnit,
  currency: moneyUnit,
  percentage: shareUnit,
}

function digitsOf(currency: string): number {
  const format = new Intl.NumberFormat(numberLocale, { style: 'currency', currency })
  return format.resolvedOptions().maximumFractionDigits ?? 2
}

/** Shifted as text, because the largest amounts exceed the precision of a float. */
function inMajorUnits(amount: number, digits: number): string {
  const sign = amount < 0 ? '-' : ''
  const text = String(Math.abs(amount)).padStart(digits + 1, '0')
  const cut = text.length - digits
  return digits === 0 ? `${sign}${text}` : `${sign}${text.slice(0, cut)}.${text.slice(cut)}`
}
