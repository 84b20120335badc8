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
import { findByExternalIds } from '../store/named.ts'
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
  const [, , held, meters] = await inOrder(tx, [
    () => (unknown.length === 0 ? null : holdExternalIds(tx, unknown)),
    () => holdDefinitions(tx, organizationIds),
    () => holdPeriodsOf(tx, customers, unknown),
    () => listMetersOf(tx, organizationIds),
  ])
  const contributions = contributionsOf(events, meters)
  if (contributions.some(hasValue)) await takeValues(tx, held)
  return insertEvents(tx, events, contributions)
}

/** Of these customers and of those who have one of the external ids. Answers all of them. */
async function holdPeriodsOf(
  tx: Transaction<Tables>,
  customers: readonly CustomerKey[],
  unknown: readonly ExternalCustomer[],
): Promise<readonly CustomerKey[]> {
  const named = unknown.map(({ organizationId, externalCustomerId: key }) => ({
    organizationId,
    key,
  }))
  const found = named.length === 0 ? [] : await findByExternalIds(tx, named)
  const all = [
    ...customers,
    ...found.map(({ organizationId, id }) => ({ organizationId, customerId: id })),
  ]
  await holdPeriods(tx, all)
  return all
}
