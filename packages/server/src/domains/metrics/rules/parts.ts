import type { MetricInterval } from '@guildhall/contract/metrics/metrics'
import type { Currency } from '@guildhall/contract/primitives'
import type { Part } from './series.ts'
import { type Carried, carriedOn, nothing, type Sums, summed, sumsOf } from './sums.ts'

/** A counted part of time, by names of sums. */
export interface Counted {
  readonly startsAt: Date
  readonly currency: Currency
  readonly [name: string]: unknown
}

/** What was counted in one currency. */
export const partsOf = (
  cells: readonly Counted[],
  { currency, interval }: { readonly currency: Currency; readonly interval: MetricInterval },
): readonly Part[] =>
  cells
    .filter((cell) => cell.currency === currency)
    .map((cell) => ({ startsAt: cell.startsAt, sums: sumsIn(cell, interval) }))

/** What the parts before a range carry into it. */
export const openingOf = (parts: readonly Part[]): Carried =>
  parts.reduce<Carried>((all, { sums }) => carriedOn(all, sums), nothing)

const names: ReadonlySet<string> = new Set(summed)

function sumsIn(cell: Counted, interval: MetricInterval): Sums {
  const suffix = `${interval.charAt(0).toUpperCase()}${interval.slice(1)}`
  return sumsOf((name) => Number((names.has(name) ? cell[name] : cell[`${name}${suffix}`]) ?? 0))
}
