import type { JsonObject } from './database/json.ts'
import type { NewEvent } from './outbox/record.ts'
import type { Trigger } from './outbox/triggers.ts'
import type { Follower, UnitOfWork } from './unit-of-work.ts'

interface FollowerDeclaration<J> {
  readonly on: readonly Trigger<J>[]
  /** Runs once for all that the events of a unit of work ask for, and only if there is something. */
  readonly follow: (uow: UnitOfWork, requests: readonly J[]) => Promise<void>
}

export const follower = <J>({ on, follow }: FollowerDeclaration<J>): Follower => ({
  async follow(uow, events) {
    const requests = events.flatMap((event) =>
      on
        .filter(({ names }) => names.some((name) => name === event.name))
        .flatMap(({ requestsOf }) => requestsOf(recorded(event, uow.now))),
    )
    if (requests.length > 0) await follow(uow, requests)
  },
})

const recorded = ({ payload, customerId = null, ...event }: NewEvent, now: Date) => ({
  ...event,
  customerId,
  payload: jsonOf(payload),
  recordedAt: now,
  organizationTime: now,
})

const jsonOf = (payload: NewEvent['payload']): JsonObject =>
  typeof payload === 'string' ? JSON.parse(payload) : payload
