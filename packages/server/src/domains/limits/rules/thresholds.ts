import {
  compareDecimals,
  type Decimal,
  decimal,
  multiplyDecimals,
} from '../../../kernel/decimal.ts'

interface Measured {
  readonly used: Decimal
  readonly limit: Decimal
  /** Percentages. */
  readonly thresholds: readonly number[]
  /** Of those that were notified in this period. */
  readonly notified: ReadonlySet<number>
}

/** Those that are newly reached, the lowest first. Of a limit of nothing, as soon as anything is used. */
export const reachedThresholds = ({
  used,
  limit,
  thresholds,
  notified,
}: Measured): readonly number[] =>
  thresholds
    .filter((one) => !notified.has(one) && isReached(used, limit, one))
    .toSorted((a, b) => a - b)

function isReached(used: Decimal, limit: Decimal, threshold: number): boolean {
  if (compareDecimals(used, decimal(0)) <= 0) return false
  const part = multiplyDecimals(limit, decimal(threshold))
  return compareDecimals(multiplyDecimals(used, decimal(100)), part) >= 0
}
