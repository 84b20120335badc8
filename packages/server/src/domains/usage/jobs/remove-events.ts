import { type JobDefinition, schedule } from '../../../platform/jobs.ts'
import type { UsageDeps } from '../actions/deps.ts'
import { removeOldEvents } from '../actions/remove-events.ts'

/** Only where a setting says how long events are kept. */
export const removeEventsJob: JobDefinition<UsageDeps> = schedule({
  name: 'usage.remove_events',
  cron: '41 3 * * *',
  async run(deps: UsageDeps, context) {
    const { usageEventMonths } = deps.config.server
    if (usageEventMonths !== null) await removeOldEvents(deps, usageEventMonths, context)
  },
})
