import { lookInEach } from '../../../platform/due/look-at-due.ts'
import { type JobDefinition, schedule } from '../../../platform/jobs.ts'
import type { UsageDeps } from '../actions/deps.ts'
import { eraseEvents } from '../actions/erase-events.ts'
import { erasuresToFinish, listErasures } from '../store/erasures.ts'

/** Events of erased customers. */
export const eraseEventsJob: JobDefinition<UsageDeps> = schedule({
  name: erasuresToFinish.kind,
  cron: '*/10 * * * *',
  run: (deps: UsageDeps, { signal }) =>
    lookInEach(deps.uowFactory, {
      list: erasuresToFinish,
      signal,
      run: async (organizationIds) => {
        const { kysely } = deps.uowFactory.database
        for (;;) {
          const customers = await listErasures(kysely, organizationIds)
          if (customers.length === 0) return
          for (const customer of customers) await eraseEvents(deps, customer, signal)
        }
      },
    }),
})
