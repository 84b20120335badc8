import type { Id } from '@guildhall/contract/primitives'
import type { Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'

interface Notice {
  readonly organizationId: Id<'organization'>
  readonly endpointId: Id<'webhookEndpoint'>
  /** Of the event that it tells of. */
  readonly sequence: number
}

/** Whether nothing as new was told of the endpoint yet; nothing is of one that was deleted. */
export async function markNoticeTold(
  tx: Transaction<Tables>,
  { organizationId, endpointId, sequence }: Notice,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('webhookLane')
    .set({ toldThrough: sequence })
    .where('organizationId', '=', organizationId)
    .where('endpointId', '=', endpointId)
    .where('toldThrough', '<', sequence)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
