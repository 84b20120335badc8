/** Amounts as typed. Exact, because the decimal point is moved as text, never in a float. */

/** Cents per dollar, the currency of all prices. */
const centDigits = 2

const grouped = /^\d{1,3}(,\d{3})+(\.\d*)?$/
const plain = /^(\d*)(?:\.(\d*))?$/

/** Moves the decimal point of a number right, or left if negative; null if it is not a number. */
export function movePoint(text: string, places: number): string | null {
  const found = plain.exec(ungrouped(text))
  const [, whole = '', fraction = ''] = found ?? []
  const digits = `${whole}${fraction}`
  if (digits === '') return null
  const decimals = fraction.length - places
  const padded =
    decimals < 0 ? digits.padEnd(digits.length - decimals, '0') : digits.padStart(decimals + 1, '0')
  const cut = padded.length - Math.max(0, decimals)
  const left = padded.slice(0, cut).replace(/^0+(?=\d)/, '')
  const right = padded.slice(cut).replace(/0+$/, '')
  return right === '' ? left : `${left}.${right}`
}

/** Accepts `$1,299.00`; a comma that doesn't separate thousands makes the amount invalid. */
function ungrouped(text: string): string {
  const amount = text.trim().replace(/^\$\s*/, '')
  return grouped.test(amount) ? amount.replaceAll(',', '') : amount
}

/** A number of units in its shortest form; null if it is not a number. */
export const plainNumber = (text: string): string | null => movePoint(text, 0)

/** Dollars to cents; null if it is not a number or has fractions of a cent. */
export function centsOf(text: string): number | null {
  const cents = movePoint(text, centDigits)
  return cents === null || cents.includes('.') ? null : Number(cents)
}

/** Cents as dollars for an input: `29.00`. */
export function dollarsOf(cents: number): string {
  const [whole = '', fraction = ''] = (movePoint(String(cents), -centDigits) ?? '').split('.')
  return `${whole}.${fraction.padEnd(centDigits, '0')}`
}

/** Exact cents as dollars, for unit prices. */
export const exactCentsOf = (dollars: string): string | null => movePoint(dollars, centDigits)

export const exactDollarsOf = (cents: string): string => movePoint(cents, -centDigits) ?? ''

interface Bounds {
  min: number
  max: number
}

/** The error of an amount, or null. */
export function amountMistake(text: string, { min, max }: Bounds): string | null {
  const exact = movePoint(text, centDigits)
  if (text.trim() === '') return 'Enter an amount.'
  if (exact === null) return 'Enter an amount, such as 29 or 29.50.'
  if (exact.includes('.')) return 'Use at most two decimals.'
  if (Number(exact) < min) return `Enter at least $${groupedDollars(min)}.`
  return Number(exact) > max ? `Enter at most $${groupedDollars(max)}.` : null
}

const groupedDollars = (cents: number): string =>
  dollarsOf(cents).replaceAll(/\B(?=(?:\d{3})+\.)/g, ',')

/** The precision that the database stores. */
const exactDigitsMax = 17
const exactDecimalsMax = 12

/** The error of a unit price, or null. */
export function unitAmountMistake(text: string): string | null {
  if (text.trim() === '') return 'Enter a price per unit.'
  const cents = exactCentsOf(text)
  return Number(cents) === 0 && cents !== null ? 'Enter more than 0.' : exactAmountMistake(text)
}

/** The error of an amount with fractions of a cent, which may be 0, or null. */
export function exactAmountMistake(text: string): string | null {
  if (text.trim() === '') return 'Enter an amount.'
  const cents = exactCentsOf(text)
  if (cents === null) return 'Enter an amount, such as 0.05 or 0.000125.'
  return isStorable(cents) ? null : `Use at most ${exactDecimalsMax + centDigits} decimals.`
}

/** The error of a number of units, which may be 0, or null. */
export function unitsMistake(text: string): string | null {
  if (text.trim() === '') return 'Enter a number of units.'
  const units = plainNumber(text)
  if (units === null) return 'Enter a number, such as 1000 or 0.5.'
  return isStorable(units) ? null : `Use at most ${exactDecimalsMax} decimals.`
}

function isStorable(number: string): boolean {
  const [, decimals = ''] = number.split('.')
  const digits = number.replace('.', '').replace(/^0+/, '')
  return decimals.length <= exactDecimalsMax && digits.length <= exactDigitsMax
}
