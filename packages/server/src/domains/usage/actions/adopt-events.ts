import type { Id } from '@guildhall/contract/primitives'
import { inOrder } from '../../../platform/database/in-order.ts'
import { follower } from '../../../platform/follower.ts'
import { when } from '../../../platform/outbox/triggers.ts'
import type { Follower } from '../../../platform/unit-of-work.ts'
import { adoptEvents } from '../store/adoptions.ts'
import { takeExternalId } from '../store/ingest.ts'

interface Named {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
  readonly externalCustomerId: string
}

/**
 * Events that were waiting for a customer with this external id belong to the one who gets it, from
 * the same moment. Events that are being ingested are waited for, and later ones find the customer.
 */
export const adoptWaitingEvents: Follower = follower({
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
      await inOrder(tx, [() => takeExternalId(tx, customer), () => adoptEvents(tx, customer)])
    }
  },
})
