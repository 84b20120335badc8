import { assert } from './assert.ts'
import { type MinorUnits, minorUnits } from './money.ts'
import { roundHalfAwayFromZero } from './ratio.ts'

// The value is digits / 10^scale. Sums and products are exact; only divideDecimals, ceilQuotient
// and toMinorUnits round.
// Trailing zeros are never kept, so equal values are equal objects.
export interface Decimal {
  readonly digits: bigint
  readonly scale: number
}

const textLengthMax = 80
const exponentMax = 40
const pattern = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,2}))?$/

export function parseDecimal(text: string): Decimal | null {
  const found = text.length <= textLengthMax ? pattern.exec(text) : null
  if (found === null) return null
  const [, sign = '', whole = '', fraction = '', exponentText = '0'] = found
  const exponent = Number(exponentText)
  if (Math.abs(exponent) > exponentMax) return null
  const digits = BigInt(`${whole}${fraction}`)
  return canonical(sign === '-' ? -digits : digits, fraction.length - exponent)
}

export function decimal(value: string | number | bigint): Decimal {
  if (Number.isSafeInteger(value)) return { digits: BigInt(value), scale: 0 }
  const parsed = parseDecimal(String(value))
  assert(parsed !== null, `${value} is not a decimal`)
  return parsed
}

export function formatDecimal({ digits, scale }: Decimal): string {
  const magnitude = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0')
  const whole = magnitude.slice(0, magnitude.length - scale)
  const fraction = magnitude.slice(magnitude.length - scale)
  return `${digits < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale)
  return canonical(digitsAt(a, scale) + digitsAt(b, scale), scale)
}

export const subtractDecimals = (a: Decimal, b: Decimal): Decimal =>
  addDecimals(a, { digits: -b.digits, scale: b.scale })

export const multiplyDecimals = (a: Decimal, b: Decimal): Decimal =>
  canonical(a.digits * b.digits, a.scale + b.scale)

// Rounds half away from zero to so many decimals.
export function divideDecimals(dividend: Decimal, divisor: Decimal, scale: number): Decimal {
  assert(divisor.digits !== 0n, 'a decimal is not divided by zero')
  const sign = divisor.digits < 0n ? -1n : 1n
  const digits = roundHalfAwayFromZero({
    numerator: sign * dividend.digits * tenTo(divisor.scale + scale),
    denominator: sign * divisor.digits * tenTo(dividend.scale),
  })
  return canonical(digits, scale)
}

// How often the divisor is begun in the dividend: neither may be negative.
export function ceilQuotient(dividend: Decimal, divisor: Decimal): Decimal {
  assert(dividend.digits >= 0n && divisor.digits > 0n, 'a positive decimal is begun so many times')
  const scale = Math.max(dividend.scale, divisor.scale)
  const size = digitsAt(divisor, scale)
  return canonical((digitsAt(dividend, scale) + size - 1n) / size, 0)
}

export const minDecimal = (a: Decimal, b: Decimal): Decimal => (compareDecimals(a, b) > 0 ? b : a)

export const maxDecimal = (a: Decimal, b: Decimal): Decimal => (compareDecimals(a, b) < 0 ? b : a)

export function compareDecimals(a: Decimal, b: Decimal): -1 | 0 | 1 {
  const scale = Math.max(a.scale, b.scale)
  const [digits, others] = [digitsAt(a, scale), digitsAt(b, scale)]
  if (digits === others) return 0
  return digits < others ? -1 : 1
}

// The only place where a fraction of a minor unit is lost: rounds half away from zero.
export const toMinorUnits = ({ digits, scale }: Decimal): MinorUnits =>
  minorUnits(roundHalfAwayFromZero({ numerator: digits, denominator: tenTo(scale) }))

function canonical(digits: bigint, scale: number): Decimal {
  if (digits === 0n) return { digits: 0n, scale: 0 }
  if (scale < 0) return { digits: digits * tenTo(-scale), scale: 0 }
  let kept = { digits, scale }
  while (kept.scale > 0 && kept.digits % 10n === 0n) {
    kept = { digits: kept.digits / 10n, scale: kept.scale - 1 }
  }
  return kept
}

const digitsAt = (value: Decimal, scale: number): bigint =>
  value.scale === scale ? value.digits : value.digits * tenTo(scale - value.scale)

const tenTo = (power: number): bigint => 10n ** BigInt(power)
