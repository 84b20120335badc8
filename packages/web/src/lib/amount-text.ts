/** Amounts as people type them: exact, because the point is moved in the text, never in a float. */

/** Cents to the dollar, which is what everything is priced in. */
const centDigits = 2

const grouped = /^\d{1,3}(,\d{3})+(\.\d*)?$/
const plain = /^(\d*)(?:\.(\d*))?$/

/** The text of a decimal with its point moved to the right, or to the left; null where it is none. */
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

/** `$1,299.00` is an amount as well; where a comma isn't one between thousands, it stays a riddle. */
function ungrouped(text: string): string {
  const amount = text.trim().replace(/^\$\s*/, '')
  return grouped.test(amount) ? amount.replaceAll(',', '') : amount
}

/** Whole cents of an amount in dollars; null where there is none, or a fraction of a cent. */
export function centsOf(text: string): number | null {
  const cents = movePoint(text, centDigits)
  return cents === null || cents.includes('.') ? null : Number(cents)
}

/** An amount in dollars as it stands in a field: `29.00`. */
export function dollarsOf(cents: number): string {
  const [whole = '', fraction = ''] = (movePoint(String(cents), -centDigits) ?? '').split('.')
  return `${whole}.${fraction.padEnd(centDigits, '0')}`
}

/** Cents to their last decimal, for what one unit costs. */
export const exactCentsOf = (dollars: string): string | null => movePoint(dollars, centDigits)

export const exactDollarsOf = (cents: string): string => movePoint(cents, -centDigits) ?? ''

interface Bounds {
  min: number
  max: number
}

/** Why this can't be an amount, or null. */
export function amountMistake(text: string, { min, max }: Bounds): string | null {
  const exact = movePoint(text, centDigits)
  if (text.trim() === '') return 'Enter an amount.'
  if (exact === null) return 'Enter an amount, such as 29 or 29.50.'
  if (exact.includes('.')) return 'Use at most two decimals.'
  if (Number(exact) < min) return `Enter at least $${dollarsOf(min)}.`
  return Number(exact) > max ? `Enter at most $${dollarsOf(max)}.` : null
}

/** What an exact decimal can hold where it's kept. */
const exactDigitsMax = 17
const exactDecimalsMax = 12

/** Why this can't be what one unit costs, or null. */
export function unitAmountMistake(text: string): string | null {
  if (text.trim() === '') return 'Enter what one unit costs.'
  const cents = exactCentsOf(text)
  if (cents === null) return 'Enter an amount, such as 0.05 or 0.000125.'
  if (Number(cents) === 0) return 'Enter more than 0.'
  const [, decimals = ''] = cents.split('.')
  const digits = cents.replace('.', '').replace(/^0+/, '')
  const fits = decimals.length <= exactDecimalsMax && digits.length <= exactDigitsMax
  return fits ? null : `Use at most ${exactDecimalsMax + centDigits} decimals.`
}
