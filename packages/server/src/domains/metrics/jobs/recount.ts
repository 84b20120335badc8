import { type JobDefinition, schedule } from '../../../platform/jobs.ts'
import type { MetricsDeps } from '../actions/deps.ts'
import { recountDays } from '../actions/recount.ts'

/** Compares days that were rolled up with their rows every night. */
export const recountMetricsJob: JobDefinition<MetricsDeps> = schedule({
  name: 'metrics.recount',
  cron: '11 3 * * *',
  run: (deps: MetricsDeps, { signal }) => recountDays(deps, signal),
})
