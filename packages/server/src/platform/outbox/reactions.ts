import type { Id } from '@guildhall/contract/primitives'
import type { JsonObject } from '../database/json.ts'

/** An event as stored in the log. */
export interface LoggedEvent {
  readonly id: number
  readonly organizationId: Id<'organization'> | null
  /** Counts the events of the organization without a gap. */
  readonly sequence: number
  readonly customerId: Id<'customer'> | null
  readonly name: string
  readonly object: { readonly type: string; readonly id: string; readonly version: number }
  readonly payload: JsonObject
  readonly recordedAt: Date
  readonly organizationTime: Date
}

/** What a trigger reads of an event, before or after it is logged. */
export type RecordedEvent = Omit<LoggedEvent, 'id' | 'sequence'>

export interface Job {
  readonly task: string
  readonly payload: JsonObject
  /** Of the waiting jobs with one key only the latest is kept. */
  readonly key?: string
  readonly runAt?: Date
  readonly attemptsMax?: number
}

/** The jobs that an event triggers. Pure: it may run again for the same event after a crash. */
export interface Reaction {
  /** The name of the event, or `*` for all. */
  readonly on: string
  jobs(event: LoggedEvent): readonly Job[]
}

/** All jobs that an event triggers. */
export const jobsOf = (reactions: readonly Reaction[], event: LoggedEvent): Job[] =>
  reactions
    .filter(({ on }) => on === '*' || on === event.name)
    .flatMap((reaction) => reaction.jobs(event))

/** The names of the events with a reaction; null when there is one for all. */
export function handledNames(reactions: readonly Reaction[]): readonly string[] | null {
  const names = new Set(reactions.map(({ on }) => on))
  return names.has('*') ? null : [...names]
}
