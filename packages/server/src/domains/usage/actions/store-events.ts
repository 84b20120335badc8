import type { Transaction } from 'kysely'
import { distinct } from '../../../kernel/indexing.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { inOrder } from '../../../platform/database/in-order.ts'
import { listMetersOf } from '../../metering/index.ts'
import { holdDefinitions } from '../store/definition-lock.ts'
import {
  type ExternalCustomer,
  holdExternalIds,
  insertEvents,
  type NewUsageEvent,
} from '../store/ingest.ts'
import { contributionsOf } from './contributions.ts'

/** A period ended while events of it were being stored: the transaction has to be repeated. */
export class StalePeriods extends Error {}

/**
 * Stores events and counts them. Answers the places, counted from 1, of those that were stored
 * before. An external id that nobody has yet may be given to a customer at this moment, a meter may
 * be defined, and a period may end: the second of two waits for the first.
 */
export async function storeEvents(
  tx: Transaction<Tables>,
  events: readonly NewUsageEvent[],
): Promise<readonly number[]> {
  const unknown = events.flatMap(({ organizationId, customerId, event }): ExternalCustomer[] =>
    customerId === null && event.externalCustomerId != null
      ? [{ organizationId, externalCustomerId: event.externalCustomerId }]
      : [],
  )
  const organizationIds = distinct(events.map(({ organizationId }) => organizationId))
  const [, , meters] = await inOrder(tx, [
    () => (unknown.length === 0 ? null : holdExternalIds(tx, unknown)),
    () => holdDefinitions(tx, organizationIds),
    () => listMetersOf(tx, organizationIds),
  ])
  const { duplicates, stale } = await insertEvents(tx, events, contributionsOf(events, meters))
  if (stale > 0) throw new StalePeriods()
  return duplicates
}
