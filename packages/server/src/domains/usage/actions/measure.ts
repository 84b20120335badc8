import type { Transaction } from 'kysely'
import { decimal } from '../../../kernel/decimal.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { Group, Series } from '../present/quantities.ts'
import { type Measurement, readQuantities } from '../store/quantities.ts'
import { readUniqueQuantities, type UniqueRow } from '../store/unique-quantities.ts'
import { groupsOf, seriesOf } from './merge-quantities.ts'

interface Measured {
  readonly all: Series
  readonly groups: readonly Group[]
}

/** Unique values of parts don’t add up, so each total of them is read. */
export async function measure(
  tx: Transaction<Tables>,
  measurement: Measurement,
): Promise<Measured> {
  const { func, starts } = measurement
  if (func === 'unique') {
    const rows = await readUniqueQuantities(tx, measurement)
    const seriesIn = (own: readonly UniqueRow[]) => uniqueSeries(own, starts)
    const isWhole = ({ isOfAll }: UniqueRow) => isOfAll
    return {
      all: seriesIn(rows.filter(isWhole)),
      groups: groupsOf(
        rows.filter((row) => !isWhole(row)),
        seriesIn,
      ),
    }
  }
  const rows = await readQuantities(tx, measurement)
  const seriesIn = (own: typeof rows) => seriesOf(own, { starts, func })
  return { all: seriesIn(rows), groups: groupsOf(rows, seriesIn) }
}

function uniqueSeries(rows: readonly UniqueRow[], starts: readonly Date[]): Series {
  const found = new Map(rows.map(({ bucket, values }) => [bucket, decimal(values)]))
  const zero = decimal(0)
  return {
    quantities: starts.map((timestamp, at) => ({
      timestamp,
      quantity: found.get(at + 1) ?? zero,
    })),
    total: found.get(null) ?? zero,
  }
}
