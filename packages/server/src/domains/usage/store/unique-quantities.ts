import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { computedColumns, isMeasured } from './measured-events.ts'
import type { GroupKey, Measurement } from './quantities.ts'

export interface UniqueRow extends GroupKey {
  /** All groups together, also those that are shown. */
  readonly isOfAll: boolean
  /** From 1; null for all buckets together. */
  readonly bucket: number | null
  /** How many different ones there are. */
  readonly values: number
}

/** As `readQuantities`, and how many values there are in all buckets, and in all groups, together. */
export async function readUniqueQuantities(
  db: Kysely<Tables>,
  measurement: Measurement,
): Promise<readonly UniqueRow[]> {
  const { key, starts, groupsMax } = measurement
  const begins = starts.map((one) => one.toISOString())
  const { rows } = await sql<UniqueRow>`
    with counted as (
      select distinct key, bucket, value
        from (select ${key} as key,
                     width_bucket("timestamp", ${begins}::timestamptz[]) as bucket,
                     ${computedColumns(measurement)}
                from usage_event where ${isMeasured(measurement)} offset 0) as measured
       where value is not null
    ), ranked as (
      select key, dense_rank() over (
               order by count(distinct value) desc, key collate "C" nulls last) as rank
        from counted
       group by key
    ), grouped as (
      select case when rank <= ${groupsMax} then r.key end as shown_key, rank > ${groupsMax} as is_others,
             bucket, value
        from counted c
        join ranked r on c.key is not distinct from r.key
    )
    select shown_key as key, coalesce(is_others, false) as "isOthers",
           grouping(is_others) = 1 as "isOfAll", bucket, count(distinct value)::int as values
      from grouped
     group by grouping sets ((shown_key, is_others, bucket), (shown_key, is_others), (bucket), ())`.execute(
    db,
  )
  return rows
}
