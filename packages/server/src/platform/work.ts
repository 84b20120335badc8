import type { Id } from '@guildhall/contract/primitives'
import type { Transaction } from 'kysely'
import { type Clock, organizationTime } from './clock.ts'
import type { Database } from './database/database.ts'
import type { Tables } from './database/db-types.gen.ts'
import { newId } from './ids.ts'
import { type Actor, insertEvents, type NewEvent } from './outbox/record.ts'

/** One request or one job: one transaction and one instant. */
export interface Work {
  readonly tx: Transaction<Tables>
  /** The organization's instant, or real time where the work is for none. */
  readonly now: Date
  newId<B extends string>(kind: B): Id<B>
  /** What happened. Written last, so that events of one object keep the order of its changes. */
  record(...events: readonly NewEvent[]): void
}

/** What it takes to open a unit of work. Only the transport and the queue hold it. */
export interface Workshop {
  readonly database: Database
  readonly clock: Clock
  /** The doorbell of the dispatcher, rung when news was committed. */
  wake(): void
}

export interface WorkScope {
  readonly organizationId?: Id<'organization'> | undefined
  /** Where the organization's clock was just seen to stand still, null where it goes; else asked. */
  readonly frozenAt?: Date | null
  /** Who is to be told as the one who did it. */
  readonly actor?: Actor
  /** Comes first and may refuse; on the way it tells where the organization's clock is stopped. */
  readonly enter?: (tx: Transaction<Tables>) => Promise<Date | null>
}

export async function work<T>(
  workshop: Workshop,
  scope: WorkScope,
  task: (work: Work) => Promise<T>,
): Promise<T> {
  const { database, clock } = workshop
  const events: NewEvent[] = []
  const result = await database.transact(async (tx) => {
    const now = await instantOf(tx, scope, clock)
    const answer = await task({
      tx,
      now,
      newId: (kind) => newId(kind, clock),
      record: (...news) => void events.push(...news),
    })
    const { actor = null } = scope
    await insertEvents(tx, events, { recordedAt: clock.now(), organizationTime: now, actor })
    return answer
  })
  if (events.length > 0) workshop.wake()
  return result
}

async function instantOf(
  tx: Transaction<Tables>,
  { organizationId, frozenAt, enter }: WorkScope,
  clock: Clock,
): Promise<Date> {
  if (frozenAt !== undefined) return frozenAt ?? clock.now()
  if (enter !== undefined) return (await enter(tx)) ?? clock.now()
  return organizationId === undefined ? clock.now() : organizationTime(tx, organizationId, clock)
}
