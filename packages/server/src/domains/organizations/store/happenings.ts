import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'

export interface Happening {
  readonly at: Date
  /** The name of an event. */
  readonly what: string
  readonly count: number
}

interface Stretch {
  readonly organizationId: Id<'organization'>
  /** By the organization’s clock. */
  readonly from: Date
  /** The last that was logged before. */
  readonly sequence: number
  /** In real time, when it began. */
  readonly since: Date
}

const happeningsMax = 1000

/** Where the line of an organization’s events stands. */
export async function lastSequenceOf(
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

/** What happened in an organization, the latest of it, in the order of its time. */
export async function listHappenings(
  db: Kysely<Tables>,
  { organizationId, from, sequence, since }: Stretch,
): Promise<Happening[]> {
  // An event is either on its way or in the log, and one statement sees it once.
  const { rows } = await sql<Happening>`
    with happened as (
      select name, organization_time, id
        from outbox
       where organization_id = ${organizationId} and recorded_at >= ${since}
      union all
      select name, organization_time, id
        from event_log
       where organization_id = ${organizationId} and sequence > ${sequence}
         and recorded_at >= ${since}
    )
    select organization_time as at, name as what, count(*)::int as count
      from happened
     where organization_time >= ${from}
     group by organization_time, name
     order by organization_time desc, min(id) desc
     limit ${happeningsMax}`.execute(db)
  return rows.toReversed()
}
