import type { Calculation } from '@guildhall/contract/metering/shapes'
import { compareDecimals } from '../../../kernel/decimal.ts'
import { groupBy } from '../../../kernel/indexing.ts'
import {
  type Accumulator,
  emptyAccumulator,
  mergeAccumulators,
  valueOf,
} from '../../metering/rules/aggregation.ts'
import type { Group, Series } from '../present/quantities.ts'
import type { GroupKey, QuantityRow } from '../store/quantities.ts'
import { accumulatorOf } from './accumulator.ts'

export interface Buckets {
  readonly starts: readonly Date[]
  readonly func: Calculation['func']
}

/** The quantity of each bucket, zero where there is nothing, and of all events together. */
export function seriesOf(rows: readonly QuantityRow[], { starts, func }: Buckets): Series {
  const found = new Map<number, Accumulator>()
  for (const row of rows) {
    const before = found.get(row.bucket) ?? emptyAccumulator
    found.set(row.bucket, mergeAccumulators(before, accumulatorOf(row)))
  }
  const all = [...found.values()].reduce(mergeAccumulators, emptyAccumulator)
  return {
    quantities: starts.map((timestamp, at) => ({
      timestamp,
      quantity: valueOf(found.get(at + 1) ?? emptyAccumulator, func),
    })),
    total: valueOf(all, func),
  }
}

/** The highest totals first; what isn’t shown comes last. */
export function groupsOf<T extends GroupKey>(
  rows: readonly T[],
  seriesOfGroup: (own: readonly T[]) => Series,
): readonly Group[] {
  const byGroup = groupBy(rows, ({ key, isOthers }) => JSON.stringify([isOthers, key]))
  return [...byGroup.values()]
    .flatMap((own): Group[] => {
      const [first] = own
      if (first === undefined) return []
      const { key, isOthers } = first
      return [{ key, isOthers, ...seriesOfGroup(own) }]
    })
    .toSorted(
      (a, b) =>
        Number(a.isOthers) - Number(b.isOthers) ||
        compareDecimals(b.total, a.total) ||
        orderOfKeys(a.key, b.key),
    )
}

/** Without one last. */
function orderOfKeys(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return a < b ? -1 : Number(a > b)
}
