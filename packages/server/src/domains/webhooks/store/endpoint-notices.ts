import type { Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { toEvent } from '../../../platform/outbox/logged-events.ts'
import type { LoggedEvent } from '../../../platform/outbox/reactions.ts'
import type { LaneKey } from './lanes.ts'

/**
 * Events about an endpoint's health since members were last notified, in order; marks them as
 * notified. None for a deleted endpoint.
 */
export async function takeEndpointNotices(
  tx: Transaction<Tables>,
  { organizationId, endpointId }: LaneKey,
  names: readonly string[],
): Promise<LoggedEvent[]> {
  const lane = await tx
    .selectFrom('webhookLane')
    .select('notifiedThrough')
    .where('organizationId', '=', organizationId)
    .where('endpointId', '=', endpointId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (lane === undefined) return []
  const rows = await tx
    .selectFrom('eventLog')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('objectId', '=', endpointId)
    .where('sequence', '>', lane.notifiedThrough)
    .where('name', 'in', names)
    .orderBy('sequence')
    .execute()
  const last = rows.at(-1)
  if (last === undefined) return []
  await tx
    .updateTable('webhookLane')
    .set({ notifiedThrough: last.sequence })
    .where('organizationId', '=', organizationId)
    .where('endpointId', '=', endpointId)
    .execute()
  return rows.map(toEvent)
}
