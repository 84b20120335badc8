import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'

/** Events of one name at one instant. */
export interface ClockActivity {
  readonly at: Date
  /** The name of the events. */
  readonly what: string
  readonly count: number
}

interface ActivityRange {
  readonly organizationId: Id<'organization'>
  /** By the organization’s clock. */
  readonly from: Date
  /** The last event logged before. */
  readonly sequence: number
  /** In real time. */
  readonly startedAt: Date
}

const activityMax = 1000

/** The sequence of the organization's latest logged event. */
export async function findLastSequence(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
): Promise<number> {
  const row = await db
    .selectFrom('eventLine')
    .select('sequence')
    .where('line', '=', organizationId)
    .executeTakeFirst()
  return row?.sequence ?? 0
}

/** The organization's latest events of the range, in the order of its time. */
export async function listClockActivity(
  db: Kysely<Tables>,
  { organizationId, from, sequence, startedAt }: ActivityRange,
): Promise<ClockActivity[]> {
  // Dispatching moves an event from the outbox to the log in one transaction, so a single statement
  // sees each event once.
  const { rows } = await sql<ClockActivity>`
    with happened as (
      select name, organization_time, id
        from outbox
       where organization_id = ${organizationId} and recorded_at >= ${startedAt}
      union all
      select name, organization_time, id
        from event_log
       where organization_id = ${organizationId} and sequence > ${sequence}
         and recorded_at >= ${startedAt}
    )
    select organization_time as at, name as what, count(*)::int as count
      from happened
     where organization_time >= ${from}
     group by organization_time, name
     order by organization_time desc, min(id) desc
     limit ${activityMax}`.execute(db)
  return rows.toReversed()
}
