import type { Id } from '@guildhall/contract/primitives'
import type { Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { inOrder } from '../../../platform/database/in-order.ts'
import { follower } from '../../../platform/follower.ts'
import { when } from '../../../platform/outbox/triggers.ts'
import { listMetersOf } from '../../metering/store/meters.ts'
import { type Adoption, adoptEvents, markCounted } from '../store/adoptions.ts'
import { countAdoptedEvents } from '../store/count-events.ts'
import { holdDefinitions, holdPeriods, takeExternalId, takeValues } from '../store/locks.ts'
import { compileMeter } from './compile-meter.ts'

interface Named {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
  readonly externalCustomerId: string
}

/**
 * Events that were waiting for a customer with this external id belong to the one who gets it, from
 * the same moment. Events that are being ingested are waited for, and later ones find the customer.
 */
export const adoptWaitingEvents = follower({
  name: 'usage.adopt_waiting_events',
  on: [
    when(
      ['customer.created', 'customer.updated'],
      ['externalId'],
      ({ organizationId, object, payload }): readonly Named[] =>
        payload.externalId === null
          ? []
          : [{ organizationId, customerId: object.id, externalCustomerId: payload.externalId }],
    ),
  ],
  async follow({ tx }, customers) {
    for (const customer of customers) {
      const [, adoption] = await inOrder(tx, [
        () => takeExternalId(tx, customer),
        () => adoptEvents(tx, customer),
      ])
      if (adoption !== null) await count(tx, { ...customer, ...adoption })
    }
  },
})

async function count(tx: Transaction<Tables>, adopted: Named & Adoption): Promise<void> {
  const { organizationId } = adopted
  const [, , , meters] = await inOrder(tx, [
    () => holdDefinitions(tx, [organizationId]),
    () => holdPeriods(tx, [adopted]),
    () => markCounted(tx, adopted, adopted),
    () => listMetersOf(tx, [organizationId]),
  ])
  const compiled = meters.map(compileMeter)
  if (compiled.some(({ value }) => value !== null)) await takeValues(tx, [adopted])
  await countAdoptedEvents(tx, compiled, adopted)
}
