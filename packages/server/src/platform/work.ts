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
  /** Who is to be told as the one who did it. */
  readonly actor?: Actor
}

export async function work<T>(
  workshop: Workshop,
  scope: WorkScope,
  task: (work: Work) => Promise<T>,
): Promise<T> {
  const { database, clock } = workshop
  const events: NewEvent[] = []
  const result = await database.kysely.transaction().execute(async (tx) => {
    const now =
      scope.organizationId === undefined
        ? clock.now()
        : await organizationTime(tx, scope.organizationId, clock)
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
