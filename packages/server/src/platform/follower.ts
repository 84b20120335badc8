import type { EventName } from '@guildhall/contract/events'
import type { JsonObject } from './database/json.ts'
import type { NewEvent } from './outbox/record.ts'
import type { Trigger } from './outbox/triggers.ts'
import type { Follower, UnitOfWork } from './unit-of-work.ts'

interface FollowerDeclaration<Deps, J> {
  /** Like that of a job: its domain, and what it does. */
  readonly name: string
  readonly on: readonly Trigger<J>[]
  /** Runs once for all that the events of a unit of work ask for, and only if there is something. */
  readonly follow: (uow: UnitOfWork, requests: readonly J[], deps: Deps) => Promise<void>
}

export interface FollowerDefinition<Deps> {
  readonly name: string
  readonly on: readonly EventName[]
  readonly open: (deps: Deps) => Follower
}

export const follower = <Deps, J>({
  name,
  on,
  follow,
}: FollowerDeclaration<Deps, J>): FollowerDefinition<Deps> => ({
  name,
  on: on.flatMap(({ names }) => names),
  open: (deps) => ({
    async follow(uow, events) {
      const requests = events.flatMap((event) =>
        on
          .filter(({ names }) => names.some((one) => one === event.name))
          .flatMap(({ requestsOf }) => requestsOf(recorded(event, uow.now))),
      )
      if (requests.length > 0) await follow(uow, requests, deps)
    },
  }),
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
