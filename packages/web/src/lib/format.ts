import { exactDollarsOf } from './amount-text.ts'

// The pages are in English, so their figures and dates are too, whatever the reader's language is.
export const numberLocale = 'en'
/** A day before its month can't be mistaken for one after it. */
export const dateLocale = 'en-GB'

/** Formats money, instants and relative times. Amounts are whole minor units. */
export function formatMoney(amount: number, currency: string): string {
  const formatter = moneyFormatter(currency)
  const digits = formatter.resolvedOptions().maximumFractionDigits ?? 2
  return formatter.format(inMajorUnits(amount, digits))
}

/** Without needless decimals: `$29`, but `$29.50`. */
export function formatPrice(amount: number, currency: string): string {
  return formatMoney(amount, currency).replace(/[.,]00(?=\D*$)/, '')
}

const exactDecimalsMax = 14

/** An exact unit price, in possibly fractional minor units of two-decimal currencies. */
export function formatUnitAmount(amount: string, currency: string): string {
  const exact = new Intl.NumberFormat(numberLocale, {
    style: 'currency',
    currency,
    maximumFractionDigits: exactDecimalsMax,
  })
  const text = exactDollarsOf(amount)
  return exact.format(isNumeral(text) ? text : Number.NaN)
}

const quantityDecimalsMax = 12

/** A quantity of units with all its decimals. */
export const formatQuantity = (quantity: number): string =>
  new Intl.NumberFormat(numberLocale, { maximumFractionDigits: quantityDecimalsMax }).format(
    quantity,
  )

const allDecimals = 20

/** The same of a text, whose digits a number may not have. */
export const formatExactQuantity = (quantity: string): string =>
  new Intl.NumberFormat(numberLocale, { maximumFractionDigits: allDecimals }).format(
    isNumeral(quantity) ? quantity : Number.NaN,
  )

const minuteSeconds = 60
const hourSeconds = 3600
const daySeconds = 86_400

/** The time relative to `now`, coarser the further away it is. */
export function formatRelative(date: Date, now: Date): string {
  const seconds = Math.round((date.getTime() - now.getTime()) / 1000)
  const distance = Math.abs(seconds)
  if (distance < 45) return 'just now'
  if (distance < 45 * minuteSeconds) return inText(seconds / minuteSeconds, 'min')
  if (distance < 22 * hourSeconds) return inText(seconds / hourSeconds, 'h')
  const days = calendarDays(date) - calendarDays(now)
  if (Math.abs(days) < 14) return relativeFormatter.format(days, 'day')
  if (Math.abs(days) < 60) return relativeFormatter.format(Math.round(days / 7), 'week')
  if (Math.abs(days) < 548) return relativeFormatter.format(Math.round(days / 30.44), 'month')
  return relativeFormatter.format(Math.round(days / 365.25), 'year')
}

/** The exact instant with its time zone, the reader’s own unless one is given. */
export function formatInstant(date: Date, timeZone?: string): string {
  const key = timeZone ?? ''
  const formatter = instantFormatters.get(key) ?? instantFormatter(timeZone)
  instantFormatters.set(key, formatter)
  return formatter.format(date)
}

const instantFormatters = new Map<string, Intl.DateTimeFormat>()

function instantFormatter(timeZone?: string): Intl.DateTimeFormat {
  const zone = timeZone === undefined ? {} : { timeZone }
  return new Intl.DateTimeFormat(dateLocale, { dateStyle: 'medium', timeStyle: 'long', ...zone })
}

/** The day without the time, in the reader’s time zone. */
export const formatDay = (date: Date): string => dayFormatter.format(date)

const dayFormatter = new Intl.DateTimeFormat(dateLocale, { dateStyle: 'medium' })

/** A whole number: `1,234`. */
export const formatCount = (count: number): string => countFormatter.format(count)

const countFormatter = new Intl.NumberFormat(numberLocale)

const moneyFormatters = new Map<string, Intl.NumberFormat>()

function moneyFormatter(currency: string): Intl.NumberFormat {
  const known = moneyFormatters.get(currency)
  if (known) return known
  const made = new Intl.NumberFormat(numberLocale, { style: 'currency', currency })
  moneyFormatters.set(currency, made)
  return made
}

/** Shifted as text, because the largest amounts exceed the precision of a float. */
function inMajorUnits(amount: number, digits: number): `${number}` | number {
  const text = `${amount}e-${digits}`
  return isNumeral(text) ? text : Number.NaN
}

function isNumeral(text: string): text is `${number}` {
  return !Number.isNaN(Number(text))
}

/** “one”, “one and two”, “one, two, and three”. */
export const formatList = (words: readonly string[]): string => listFormatter.format(words)

const listFormatter = new Intl.ListFormat('en', { type: 'conjunction' })

const relativeFormatter = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

function inText(amount: number, unit: string): string {
  const whole = Math.max(1, Math.round(Math.abs(amount)))
  return amount < 0 ? `${whole} ${unit} ago` : `in ${whole} ${unit}`
}

/** Days in the reader's calendar, so that "yesterday" means the day before and not 24 hours. */
function calendarDays(date: Date): number {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / (daySeconds * 1000)
}
