import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'

export interface HealthRow {
  readonly endpointId: Id<'webhookEndpoint'>
  readonly failingSince: Date | null
  readonly failedEvents: number
  readonly waiting: number
  readonly lag: number
  readonly lastSuccessAt: Date | null
  readonly lastFailureAt: Date | null
  readonly lastCode: number | null
}

/** Larger counts are not worth computing exactly. */
const countedMax = 10_000

/** The health of these endpoints of one organization. */
export async function findHealth(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  endpointIds: readonly Id<'webhookEndpoint'>[],
): Promise<ReadonlyMap<Id<'webhookEndpoint'>, HealthRow>> {
  if (endpointIds.length === 0) return new Map()
  const { rows } = await sql<HealthRow>`
    select l.endpoint_id as "endpointId", l.failing_since as "failingSince",
           l.failed_events as "failedEvents", l.last_success_at as "lastSuccessAt",
           l.last_failure_at as "lastFailureAt", l.last_code as "lastCode",
           (${ahead}) as lag, (${waiting}) as waiting
      from webhook_lane l
      join webhook_endpoint n on n.organization_id = l.organization_id and n.id = l.endpoint_id
     where l.organization_id = ${organizationId}
       and l.endpoint_id = any(${endpointIds}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.endpointId, row]))
}

// A day is more than the clocks of dispatchers can differ.
const ahead = sql`
  select count(*)::int
    from (select from event_log e
           where e.organization_id = l.organization_id and e.sequence > l.read_through
             and e.logged_at >= l.read_at - interval '1 day' and e.name = any(n.events)
           limit ${countedMax}) as counted`

const waiting = sql`
  select count(*)::int
    from (select from webhook_delivery d
           where d.organization_id = l.organization_id and d.endpoint_id = l.endpoint_id
             and d.state = 'waiting'
           limit ${countedMax}) as counted`
