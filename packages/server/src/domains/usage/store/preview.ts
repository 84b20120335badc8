import { type Kysely, sql } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { eventColumns, joinVoid, type UsageEventRow } from './events.ts'
import {
  type AccumulatorRow,
  accumulatorColumns,
  type Computed,
  computedColumns,
  isMeasured,
  type MeasuredEvents,
} from './measured-events.ts'

export interface PreviewRow extends AccumulatorRow {
  /** Events with or without a quantity. */
  readonly matching: number
  /** When the latest of them happened; null without any. */
  readonly latestAt: Date | null
}

/** `offset 0` lets no aggregate compute the quantity of an event again. */
export async function previewEvents(
  db: Kysely<Tables>,
  events: MeasuredEvents & Computed,
): Promise<PreviewRow> {
  const { rows } = await sql<PreviewRow>`
    select matching, event_count as "eventCount", sum::text, max::text, min::text, "latestAt"
      from (select count(*) as matching, max("timestamp") as "latestAt",
                   ${accumulatorColumns(events)}
              from (select "timestamp", ${computedColumns(events)}
                      from usage_event where ${isMeasured(events)} offset 0) as measured) as summed`.execute(
    db,
  )
  const [row] = rows
  assert(row !== undefined, 'an aggregate has one row')
  return row
}

/** The latest events, of which the first happened at this time. */
export async function latestEvents(
  db: Kysely<Tables>,
  events: MeasuredEvents,
  { latestAt, count }: { readonly latestAt: Date; readonly count: number },
): Promise<readonly UsageEventRow[]> {
  const { organizationId } = events
  const { rows } = await sql<UsageEventRow>`
    select ${eventColumns([organizationId])} from usage_event ${joinVoid([organizationId])}
     where ${isMeasured(events)} and "timestamp" <= ${latestAt}
     order by "timestamp" desc, id desc limit ${count}`.execute(db)
  return rows
}
