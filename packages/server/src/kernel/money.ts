import type { Currency, MinorUnits } from '@guildhall/contract/primitives'
import { assert } from './assert.ts'
import { type Ratio, roundHalfAwayFromZero } from './ratio.ts'

export type { MinorUnits }

export interface Money {
  readonly amount: MinorUnits
  readonly currency: Currency
}

export function minorUnits(value: number | bigint): MinorUnits {
  const amount = Number(value)
  assert(Number.isSafeInteger(amount), `${value} is not a whole number of minor units`)
  // -0 serializes as 0 in JSON but compares as a different value.
  return (amount === 0 ? 0 : amount) as MinorUnits
}

export const add = (a: MinorUnits, b: MinorUnits): MinorUnits => minorUnits(a + b)

export const subtract = (a: MinorUnits, b: MinorUnits): MinorUnits => minorUnits(a - b)

export const negate = (amount: MinorUnits): MinorUnits => subtract(minorUnits(0), amount)

export const sum = (amounts: readonly MinorUnits[]): MinorUnits =>
  amounts.reduce(add, minorUnits(0))

export const times = (amount: MinorUnits, { numerator, denominator }: Ratio): MinorUnits =>
  minorUnits(roundHalfAwayFromZero({ numerator: BigInt(amount) * numerator, denominator }))

export function addMoney(a: Money, b: Money): Money {
  assert(a.currency === b.currency, `${a.currency} and ${b.currency} can't be added`)
  return { amount: add(a.amount, b.amount), currency: a.currency }
}

// Splits by largest remainder, so the parts always add up to the whole; the earlier part wins a
// tie. Weights may be negative, like the items of an order; their parts then have the opposite
// sign. When no weight is negative and the amount does not exceed their sum, no part exceeds its
// weight.
export function allocate(amount: MinorUnits, weights: readonly number[]): MinorUnits[] {
  assert(weights.every(Number.isSafeInteger), 'weights are whole numbers')
  const total = weights.reduce((all, weight) => all + BigInt(weight), 0n)
  assert(total !== 0n || amount === 0, 'an amount needs a weight to be allocated by')
  if (total === 0n) return weights.map(() => minorUnits(0))

  const magnitude = BigInt(Math.abs(amount))
  const divisor = total < 0n ? -total : total
  const exact = weights.map((weight) => magnitude * BigInt(weight))
  const floors = exact.map((share) => floorOf(share, divisor))
  const whole = total < 0n ? -magnitude : magnitude
  const left = whole - floors.reduce((all, floor) => all + floor, 0n)
  const favoured = new Set(byRemainder(exact, divisor).slice(0, Number(left)))
  const sign = amount < 0 === total < 0n ? 1n : -1n
  return floors.map((floor, at) => minorUnits(sign * (floor + (favoured.has(at) ? 1n : 0n))))
}

function floorOf(numerator: bigint, divisor: bigint): bigint {
  const cut = numerator / divisor
  return cut * divisor > numerator ? cut - 1n : cut
}

function byRemainder(exact: readonly bigint[], divisor: bigint): number[] {
  const remainders = exact.map((share, at) => ({
    at,
    remainder: share - floorOf(share, divisor) * divisor,
  }))
  remainders.sort((a, b) => Number(b.remainder - a.remainder) || a.at - b.at)
  return remainders.map(({ at }) => at)
}
