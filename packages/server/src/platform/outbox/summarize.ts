import { sql, type Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { Tables } from '../database/db-types.gen.ts'
import type { JsonObject } from '../database/json.ts'
import type { Job } from './reactions.ts'
import {
  type CustomerPlace,
  type DueSummary,
  type Summary,
  summariesDue,
  type WaitingEvent,
} from './summary.ts'

export const summarizeAgainTask = 'event.summarize'

/** A summary with its place: right behind this event. */
export type ToldSummary = JsonObject & { readonly after: number }

/** Sums up a batch in its transaction. What comes next in line tells which transactions go on. */
export type Summarize = (
  tx: Transaction<Tables>,
  batch: readonly WaitingEvent[],
  next: readonly WaitingEvent[],
) => Promise<{ readonly told: readonly ToldSummary[]; readonly jobs: readonly Job[] }>

const savepoint = sql.id('summary')

/**
 * What a batch is summed up in. A faulty summary must not hold up all other events: where it
 * stumbles, a job for each of the customers tries again until the fault is mended.
 */
export const summarizeCarefully =
  (summary: Summary, log: Pick<Logger, 'error'>): Summarize =>
  async (tx, batch, next) => {
    const due = summariesDue(summary.follows, batch, next)
    if (due.length === 0) return { told: [], jobs: [] }
    const begin = sql`savepoint ${savepoint}`.execute(tx)
    try {
      const [told] = await Promise.all([tellAll(tx, summary, due), begin])
      return { told, jobs: [] }
    } catch (error) {
      log.error({ err: error, event: summary.name }, 'a summary failed')
      await sql`rollback to savepoint ${savepoint}`.execute(tx)
      return { told: [], jobs: due.map(jobOf) }
    }
  }

async function tellAll(
  tx: Transaction<Tables>,
  summary: Summary,
  due: readonly DueSummary[],
): Promise<ToldSummary[]> {
  const customers = new Map(due.map((one) => [one.customerId, one]))
  const payloads = await summary.tell(tx, [...customers.values()])
  const { name, objectType } = summary
  return due.flatMap(({ after, customerId }) => {
    const payload = payloads.get(customerId)
    if (payload === undefined) return []
    return [{ after, name, object_type: objectType, customer_id: customerId, payload }]
  })
}

const jobOf = ({ organizationId, customerId }: CustomerPlace): Job => ({
  task: summarizeAgainTask,
  payload: { organizationId, customerId },
  key: `${summarizeAgainTask} ${customerId}`,
  attemptsMax: 100,
})
