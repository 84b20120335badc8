import { type JobDefinition, schedule } from '../../../platform/jobs.ts'
import type { UsageDeps } from '../actions/deps.ts'
import { eraseEvents } from '../actions/erase-events.ts'
import { listErasures } from '../store/erasures.ts'

/** Events of erased customers. One that is interrupted is begun anew. */
export const eraseEventsJob: JobDefinition<UsageDeps> = schedule({
  name: 'usage.erase_events',
  cron: '*/10 * * * *',
  async run(deps: UsageDeps, { signal }) {
    const { kysely } = deps.uowFactory.database
    for (;;) {
      const customers = await listErasures(kysely)
      if (customers.length === 0) return
      for (const customer of customers) await eraseEvents(deps, customer, signal)
    }
  },
})
