import { id } from '@guildhall/contract/primitives'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { Database } from '../database/database.ts'
import { addJobs } from './add-jobs.ts'
import { findEvent } from './logged-events.ts'
import { type Job, jobsOf, type LoggedEvent, type Reaction } from './reactions.ts'

export const reactAgainTask = 'event.react'

/**
 * What an event leads to, where a faulty reaction must not hold up all other events: the event
 * that it stumbles over is left to a job, which tries again until the fault is mended.
 */
export function carefully(
  reactions: readonly Reaction[],
  log: Logger,
): (event: LoggedEvent) => readonly Job[] {
  return (event) => {
    try {
      return jobsOf(reactions, event)
    } catch (error) {
      log.error({ err: error, event: event.name, eventId: event.id }, 'a reaction failed')
      const { organizationId, sequence } = event
      return [{ task: reactAgainTask, payload: { organizationId, sequence }, attemptsMax: 100 }]
    }
  }
}

const Payload = z.object({ organizationId: z.nullable(id('organization')), sequence: z.int() })

/** The job that reacts to a single event of the log. */
export const reactAgain =
  (database: Database, reactions: readonly Reaction[]) =>
  async (payload: unknown): Promise<void> => {
    const { organizationId, sequence } = z.parse(Payload, payload)
    const event = await findEvent(database.kysely, organizationId, sequence)
    if (event === null) return
    const jobs = jobsOf(reactions, event)
    await database.kysely.transaction().execute((tx) => addJobs(tx, jobs))
  }
