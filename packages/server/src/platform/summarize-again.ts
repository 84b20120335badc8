import { id } from '@guildhall/contract/primitives'
import { sql, type Transaction } from 'kysely'
import * as z from 'zod/mini'
import type { Tables } from './database/db-types.gen.ts'
import type { Summary } from './outbox/summary.ts'
import type { Task } from './queue.ts'
import { type Workshop, work } from './work.ts'

const Payload = z.object({ organizationId: id('organization'), customerId: id('customer') })

/** The job that sums up a single customer, where their batch couldn’t. */
export const summarizeAgain =
  (workshop: Workshop, summary: Summary): Task =>
  async (payload) => {
    const customer = z.parse(Payload, payload)
    const { organizationId, customerId } = customer
    await work(workshop, { organizationId }, async (unit) => {
      const told = await summary.tell(unit.tx, [customer])
      const found = told.get(customerId)
      if (found === undefined) return
      const version = (await standOf(unit.tx, organizationId)) + 1
      const object = { type: summary.objectType, id: customerId, version }
      unit.record({ name: summary.name, organizationId, customerId, object, payload: found })
    })
  }

/** Later than all summaries so far, whose versions are their places in the line. */
async function standOf(tx: Transaction<Tables>, line: string): Promise<number> {
  const { rows } = await sql<{ sequence: number }>`
    select sequence from event_line where line = ${line}`.execute(tx)
  return rows[0]?.sequence ?? 0
}
