import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import {
  type AccumulatorRow,
  accumulatorColumns,
  type Computed,
  isMeasured,
  type MeasuredEvents,
} from './measured-events.ts'

export interface Measurement extends MeasuredEvents, Computed {
  /** When each bucket begins. */
  readonly starts: readonly Date[]
  /** To which group an event belongs. */
  readonly key: RawBuilder<string | null>
  /** How many groups are read, apart from what remains. */
  readonly groupsMax: number
}

export interface GroupKey {
  readonly key: string | null
  /** All groups together that aren’t shown. */
  readonly isOthers: boolean
}

export interface QuantityRow extends AccumulatorRow, GroupKey {
  /** From 1. */
  readonly bucket: number
}

/**
 * What is measured in each bucket that has something, of the groups with the highest totals.
 * `offset 0` lets no aggregate compute the quantity of an event again.
 */
export async function readQuantities(
  db: Kysely<Tables>,
  measurement: Measurement,
): Promise<readonly QuantityRow[]> {
  const { key, quantity, starts, groupsMax } = measurement
  const begins = starts.map((one) => one.toISOString())
  const { rows } = await sql<QuantityRow>`
    with counted as (
      select key, bucket, ${accumulatorColumns(measurement)}
        from (select ${key} as key,
                     width_bucket("timestamp", ${begins}::timestamptz[]) as bucket,
                     ${quantity} as quantity
                from usage_event where ${isMeasured(measurement)} offset 0) as measured
       group by key, bucket
      having count(quantity) > 0
    ), totals as (
      select *, ${totalColumn(measurement)} as total from counted
      window of_key as (partition by key)
    ), ranked as (
      select *, dense_rank() over (order by total desc, key collate "C" nulls last) as rank
        from totals
    )
    select case when rank <= ${groupsMax} then key end as key, rank > ${groupsMax} as "isOthers",
           bucket, sum(event_count)::bigint as "eventCount", sum(sum)::text as sum,
           max(max)::text as max, min(min)::text as min
      from ranked
     group by 1, 2, 3`.execute(db)
  return rows
}

/** As the rule `valueOf` says; averages are only compared. */
function totalColumn({ func }: Computed): RawBuilder<unknown> {
  switch (func) {
    case 'count':
      return sql`sum(event_count) over of_key`
    case 'sum':
    case 'unique':
      return sql`sum(sum) over of_key`
    case 'max':
      return sql`max(max) over of_key`
    case 'min':
      return sql`min(min) over of_key`
    case 'avg':
      return sql`sum(sum) over of_key / sum(event_count) over of_key`
  }
}
