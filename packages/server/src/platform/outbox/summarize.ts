import { sql, type Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import type { Tables } from '../database/db-types.gen.ts'
import { inOrder } from '../database/in-order.ts'
import type { JsonObject, JsonText } from '../database/json.ts'
import { organizationsOf } from '../database/of-organization.ts'
import { findInEach } from '../database/one-organization-each.ts'
import type { Job } from './reactions.ts'
import {
  type CustomerRef,
  type DueSummary,
  type Summary,
  summariesDue,
  type WaitingEvent,
} from './summary.ts'

export const retrySummaryTask = 'event.summarize'

/** A summary and the event it is placed right behind. */
export interface SummaryEvent {
  readonly row: JsonObject & { readonly after: number }
  readonly payload: JsonText
}

/**
 * Summarizes a batch in its transaction. The events after the batch show which transactions
 * continue.
 */
export type Summarize = (
  tx: Transaction<Tables>,
  batch: readonly WaitingEvent[],
  next: readonly WaitingEvent[],
) => Promise<{ readonly summaries: readonly SummaryEvent[]; readonly jobs: readonly Job[] }>

const savepoint = sql.id('summary')

/**
 * Summarizes a batch such that a failure doesn't block all other events: each customer is left to a
 * job, which is retried until the fault is fixed.
 */
export const summarizeWithRetries =
  (
    summary: Summary,
    database: Pick<Database, 'isDistributed'>,
    log: Pick<Logger, 'error'>,
  ): Summarize =>
  async (tx, batch, next) => {
    const due = summariesDue(summary.follows, batch, next)
    if (due.length === 0) return { summaries: [], jobs: [] }
    try {
      const [, summaries] = await inOrder(tx, [
        () => sql`savepoint ${savepoint}`.execute(tx),
        () => presentAll(tx, { summary, database }, due),
      ])
      return { summaries, jobs: [] }
    } catch (error) {
      log.error({ err: error, event: summary.name }, 'a summary failed')
      await sql`rollback to savepoint ${savepoint}`.execute(tx)
      return { summaries: [], jobs: due.map(jobOf) }
    }
  }

interface Summarized {
  readonly summary: Summary
  readonly database: Pick<Database, 'isDistributed'>
}

async function presentAll(
  tx: Transaction<Tables>,
  { summary, database }: Summarized,
  due: readonly DueSummary[],
): Promise<SummaryEvent[]> {
  const customers = [...new Map(due.map((one) => [one.customerId, one])).values()]
  const found = await findInEach(database, organizationsOf(customers), async (some) => {
    const within = new Set(some)
    const own = customers.filter(({ organizationId }) => within.has(organizationId))
    return [...(await summary.summarize(tx, own))]
  })
  const payloads = new Map(found)
  const { name, objectType } = summary
  return due.flatMap(({ after, customerId }) => {
    const payload = payloads.get(customerId)
    if (payload === undefined) return []
    return [{ row: { after, name, object_type: objectType, customer_id: customerId }, payload }]
  })
}

const jobOf = ({ organizationId, customerId }: CustomerRef): Job => ({
  task: retrySummaryTask,
  payload: { organizationId, customerId },
  key: `${retrySummaryTask} ${customerId}`,
  attemptsMax: 100,
})
