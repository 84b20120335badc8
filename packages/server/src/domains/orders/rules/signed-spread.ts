import { type MinorUnits, minorUnits } from '../../../kernel/money.ts'

/**
 * Spreads an amount over parts of which some may be below zero, each by its share of their sum, so
 * that the shares add up to the amount: rounded down first, what is left goes to the largest
 * remainders, the earlier part winning a tie. Where the parts come to nothing there is nothing to
 * spread by, and every share is nothing.
 */
export function spreadSigned(amount: MinorUnits, parts: readonly MinorUnits[]): MinorUnits[] {
  const sum = parts.reduce((all, part) => all + BigInt(part), 0n)
  if (sum === 0n) return parts.map(() => minorUnits(0))
  const sign = sum < 0n ? -1n : 1n
  const whole = sum * sign
  const exact = parts.map((part) => BigInt(amount) * BigInt(part) * sign)
  const floors = exact.map((share) => floorOf(share, whole))
  const left = BigInt(amount) - floors.reduce((all, floor) => all + floor, 0n)
  const favoured = new Set(
    exact
      .map((share, at) => ({ at, remainder: share - (floors[at] ?? 0n) * whole }))
      .toSorted((one, other) => Number(other.remainder - one.remainder) || one.at - other.at)
      .slice(0, Number(left))
      .map(({ at }) => at),
  )
  return floors.map((floor, at) => minorUnits(floor + (favoured.has(at) ? 1n : 0n)))
}

const floorOf = (numerator: bigint, denominator: bigint): bigint => {
  const cut = numerator / denominator
  return numerator < 0n && cut * denominator !== numerator ? cut - 1n : cut
}
