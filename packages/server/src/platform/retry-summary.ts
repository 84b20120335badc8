import { id } from '@guildhall/contract/primitives'
import { sql, type Transaction } from 'kysely'
import * as z from 'zod/mini'
import type { Tables } from './database/db-types.gen.ts'
import type { Summary } from './outbox/summary.ts'
import type { Task } from './queue.ts'
import { runUnitOfWork, type UnitOfWorkFactory } from './unit-of-work.ts'

export const RetrySummaryPayload = z.object({
  organizationId: id('organization'),
  customerId: id('customer'),
})

/** The job that summarizes a single customer when the batch failed to. */
export const retrySummary =
  (uowFactory: UnitOfWorkFactory, summary: Summary): Task =>
  async (payload) => {
    const customer = z.parse(RetrySummaryPayload, payload)
    const { organizationId, customerId } = customer
    await runUnitOfWork(uowFactory, { organizationId }, async (uow) => {
      const summaries = await summary.summarize(uow.tx, [customer])
      const found = summaries.get(customerId)
      if (found === undefined) return
      const version = (await lastSequence(uow.tx, organizationId)) + 1
      const object = { type: summary.objectType, id: customerId, version }
      uow.record({ name: summary.name, organizationId, customerId, object, payload: found })
    })
  }

/** Later than all summaries so far, whose versions are their sequences in the log. */
async function lastSequence(tx: Transaction<Tables>, organizationId: string): Promise<number> {
  const { rows } = await sql<{ sequence: number }>`
    select sequence from event_line where line = ${organizationId}`.execute(tx)
  return rows[0]?.sequence ?? 0
}
