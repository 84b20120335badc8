import * as z from 'zod/mini'
import { inOrder } from '../../../platform/database/in-order.ts'
import type { CustomerEraser, ErasedCustomer } from '../../../platform/hooks.ts'
import { runUnitOfWork, type UnitOfWork } from '../../../platform/unit-of-work.ts'
import { definitionOf } from '../../metering/present/meter.ts'
import { readMetadata } from '../../metering/rules/read-metadata.ts'
import { listMetersOf } from '../../metering/store/meters.ts'
import {
  type ErasedEvent,
  type EventPlace,
  finishErasure,
  type PersonalEvent,
  readPersonalEvents,
  requestErasure,
  saveErasedEvents,
} from '../store/erasures.ts'
import { holdDefinitions } from '../store/locks.ts'
import type { UsageDeps } from './deps.ts'

/** The events are erased in parts afterwards. */
export const usageEraser: CustomerEraser = {
  erase: (uow, customer) => {
    uow.noteDue(customer.organizationId, 'usage.erase_events')
    return requestErasure(uow.tx, customer)
  },
}

/**
 * Removes from a customer’s events whose they are in the seller’s words, and the metadata that no
 * meter reads. What meters counted, and count, stays as it is. May be repeated from the beginning.
 */
export async function eraseEvents(
  { uowFactory }: Pick<UsageDeps, 'uowFactory'>,
  customer: ErasedCustomer,
  signal: AbortSignal,
): Promise<void> {
  let after: EventPlace | null = null
  for (;;) {
    signal.throwIfAborted()
    const last: EventPlace | null = await runUnitOfWork(uowFactory, {}, (uow) =>
      erasePart(uow, customer, after),
    )
    if (last === null) break
    after = last
  }
  await runUnitOfWork(uowFactory, {}, ({ tx }) => finishErasure(tx, customer))
}

const storedMetadata = z.record(z.string(), z.unknown())

/** Meters aren’t redefined meanwhile. Answers the last event of the part, null where none is left. */
async function erasePart(
  { tx }: UnitOfWork,
  customer: ErasedCustomer,
  after: EventPlace | null,
): Promise<EventPlace | null> {
  const { organizationId } = customer
  const [, meters, events] = await inOrder(tx, [
    () => holdDefinitions(tx, [organizationId]),
    () => listMetersOf(tx, [organizationId]),
    () => readPersonalEvents(tx, customer, after),
  ])
  const read = readMetadata(meters.map(definitionOf))
  const erased = events.map(({ metadata, ...event }: PersonalEvent): ErasedEvent => {
    return { ...event, metadata: read(z.parse(storedMetadata, metadata)) }
  })
  await saveErasedEvents(tx, customer, erased)
  return events.at(-1) ?? null
}
