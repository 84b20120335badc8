import { assert } from './assert.ts'

// An exact fraction: with floats, rounding errors would decide who pays the cent.
export interface Ratio {
  readonly numerator: bigint
  readonly denominator: bigint
}

export function ratio(numerator: number | bigint, denominator: number | bigint): Ratio {
  assert(isWhole(numerator) && isWhole(denominator), 'a ratio is made of two whole numbers')
  assert(denominator > 0, 'a ratio has a positive denominator')
  return { numerator: BigInt(numerator), denominator: BigInt(denominator) }
}

export const basisPoints = (points: number): Ratio => ratio(points, 10_000)

export function roundHalfAwayFromZero({ numerator, denominator }: Ratio): bigint {
  const magnitude = numerator < 0n ? -numerator : numerator
  const rounded = (2n * magnitude + denominator) / (2n * denominator)
  return numerator < 0n ? -rounded : rounded
}

const isWhole = (value: number | bigint): boolean =>
  typeof value === 'bigint' || Number.isSafeInteger(value)
