import type { Transaction } from 'kysely'
import { distinct } from '../../../kernel/indexing.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { inOrder } from '../../../platform/database/in-order.ts'
import { listMetersOf } from '../../metering/store/meters.ts'
import { hasValue, insertEvents, type NewUsageEvent } from '../store/ingest.ts'
import {
  type CustomerKey,
  type ExternalCustomer,
  holdDefinitions,
  holdExternalIds,
  holdPeriods,
  takeValues,
} from '../store/locks.ts'
import { contributionsOf } from './contributions.ts'

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
  const customers = events.flatMap(({ organizationId, customerId }): CustomerKey[] =>
    customerId === null ? [] : [{ organizationId, customerId }],
  )
  const organizationIds = distinct(events.map(({ organizationId }) => organizationId))
  const [, , , meters] = await inOrder(tx, [
    () => (unknown.length === 0 ? null : holdExternalIds(tx, unknown)),
    () => holdDefinitions(tx, organizationIds),
    () => holdPeriods(tx, customers, unknown),
    () => listMetersOf(tx, organizationIds),
  ])
  const contributions = contributionsOf(events, meters)
  if (contributions.some(hasValue)) await takeValues(tx, customers, unknown)
  return insertEvents(tx, events, contributions)
}
