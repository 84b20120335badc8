import { id } from '@guildhall/contract/primitives'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { Database } from '../database/database.ts'
import { addJobs } from './add-jobs.ts'
import { findEvent } from './logged-events.ts'
import { type Job, jobsOf, type LoggedEvent, type Reaction } from './reactions.ts'

export const retryReactionTask = 'event.react'

/**
 * Runs the reactions such that a failing one doesn't block all other events: its event is left to a
 * job, which is retried until the fault is fixed.
 */
export function withRetries(
  reactions: readonly Reaction[],
  log: Logger,
): (event: LoggedEvent) => readonly Job[] {
  return (event) => {
    try {
      return jobsOf(reactions, event)
    } catch (error) {
      log.error({ err: error, event: event.name, eventId: event.id }, 'a reaction failed')
      const { organizationId, sequence } = event
      return [{ task: retryReactionTask, payload: { organizationId, sequence }, attemptsMax: 100 }]
    }
  }
}

export const RetryReactionPayload = z.object({
  organizationId: z.nullable(id('organization')),
  sequence: z.int(),
})

/** The job that runs the reactions to a single event of the log. */
export const retryReaction =
  (database: Database, reactions: readonly Reaction[]) =>
  async (payload: unknown): Promise<void> => {
    const { organizationId, sequence } = z.parse(RetryReactionPayload, payload)
    const event = await findEvent(database.kysely, organizationId, sequence)
    if (event === null) return
    const jobs = jobsOf(reactions, event)
    await database.kysely.transaction().execute((tx) => addJobs(tx, jobs))
  }
