import type { Id } from '@guildhall/contract/primitives'
import type { Transaction } from 'kysely'
import { type Clock, organizationTime } from './clock.ts'
import type { Database } from './database/database.ts'
import type { Tables } from './database/db-types.gen.ts'
import type { DueKind } from './due/due-list.ts'
import type { DueNote } from './due/due-notes.ts'
import { newId } from './ids.ts'
import { type Actor, insertRecorded, type NewEvent } from './outbox/record.ts'
import { claimantOf, type Living } from './process-life.ts'

/** One request or one job: one transaction and one instant. */
export interface UnitOfWork {
  readonly tx: Transaction<Tables>
  /** The organization's instant, or real time for work outside organizations. */
  readonly now: Date
  /** Null for work outside organizations, and for work of several. */
  readonly organizationId: Id<'organization'> | null
  /** Null for jobs and unknown actors. */
  readonly actor: Actor | null
  /** Under which this process claims work; null where others can’t see whether it lives. */
  readonly claimant: Id<'process'> | null
  /** What was recorded so far. */
  readonly recorded: readonly NewEvent[]
  newId<B extends string>(kind: B): Id<B>
  /**
   * Records events. They are written last, so that events of one object keep the order of its
   * changes.
   */
  record(...events: readonly NewEvent[]): void
  /** Notes that an organization has work of these kinds, now or later. */
  noteDue(organizationId: Id<'organization'>, ...kinds: readonly DueKind[]): void
  /** Runs when all else has happened, what followers do included: for mails that describe it. */
  atEnd(task: () => Promise<void>): void
}

/**
 * Carries on what a domain to the left has recorded, in the same transaction and before its commit:
 * both happen or neither does. What it records itself is written after it, and isn’t followed.
 */
export interface Follower {
  follow(uow: UnitOfWork, events: readonly NewEvent[]): Promise<void>
}

/** Dependencies of units of work. Only the transport and the queue hold them. */
export interface UnitOfWorkFactory extends Living {
  readonly database: Database
  /** Where rights are read, if `database` is a replica: it may be behind. */
  readonly rightsDatabase?: Database
  readonly clock: Clock
  /** Run at the end of each unit of work that recorded something they follow. */
  readonly followers?: readonly Follower[]
  /** Wakes the dispatcher, called after events were committed. */
  wake(): void
}

export interface UnitOfWorkScope {
  readonly organizationId?: Id<'organization'> | undefined
  /** The organization's frozen clock if just read, null if it isn't frozen; read when left out. */
  readonly frozenAt?: Date | null
  /** Recorded as the actor of the events. */
  readonly actor?: Actor
  /** Runs first and may refuse; returns the instant of the organization's frozen clock. */
  readonly enter?: (tx: Transaction<Tables>) => Promise<Date | null>
}

export async function runUnitOfWork<T>(
  uowFactory: UnitOfWorkFactory,
  scope: UnitOfWorkScope,
  task: (uow: UnitOfWork) => Promise<T>,
): Promise<T> {
  const { shares, transact } = uowFactory.database
  const { result, hasEvents } = await shares.run(scope.organizationId, () =>
    transact((tx) => runIn(tx, uowFactory, scope, task)),
  )
  if (hasEvents) uowFactory.wake()
  return result
}

async function runIn<T>(
  tx: Transaction<Tables>,
  uowFactory: UnitOfWorkFactory,
  scope: UnitOfWorkScope,
  task: (uow: UnitOfWork) => Promise<T>,
): Promise<{ readonly result: T; readonly hasEvents: boolean }> {
  const { clock, followers = [] } = uowFactory
  const { actor = null } = scope
  const events: NewEvent[] = []
  const notes = new Map<string, DueNote>()
  const last: (() => Promise<void>)[] = []
  const now = await instantOf(tx, scope, clock)
  const uow: UnitOfWork = {
    tx,
    now,
    organizationId: scope.organizationId ?? null,
    actor,
    claimant: claimantOf(uowFactory),
    recorded: events,
    newId: (kind) => newId(kind, clock),
    record: (...recorded) => void events.push(...recorded),
    noteDue: (organizationId, ...kinds) => {
      for (const kind of kinds) notes.set(`${kind} ${organizationId}`, { kind, organizationId })
    },
    atEnd: (task) => void last.push(task),
  }
  const result = await task(uow)
  const own = [...events]
  for (const one of followers) await one.follow(uow, own)
  for (const one of last) await one()
  const circumstances = { recordedAt: clock.now(), organizationTime: now, actor }
  await insertRecorded(tx, { events, notes: [...notes.values()] }, circumstances)
  return { result, hasEvents: events.length > 0 }
}

async function instantOf(
  tx: Transaction<Tables>,
  { organizationId, frozenAt, enter }: UnitOfWorkScope,
  clock: Clock,
): Promise<Date> {
  if (frozenAt !== undefined) return frozenAt ?? clock.now()
  if (enter !== undefined) return (await enter(tx)) ?? clock.now()
  return organizationId === undefined ? clock.now() : organizationTime(tx, organizationId, clock)
}
