import { type JobDefinition, schedule } from '../../../platform/jobs.ts'
import type { MetricsDeps } from '../actions/deps.ts'
import { rollUpAll } from '../actions/roll-up.ts'

/** Adds the days that are over by now. */
export const rollUpMetricsJob: JobDefinition<MetricsDeps> = schedule({
  name: 'metrics.roll_up',
  cron: '*/10 * * * *',
  run: (deps: MetricsDeps, { signal }) => rollUpAll(deps, signal),
})
