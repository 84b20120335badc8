import { lookInEach } from '../../../platform/due/look-at-due.ts'
import { follower } from '../../../platform/follower.ts'
import { type JobDefinition, schedule } from '../../../platform/jobs.ts'
import { when } from '../../../platform/outbox/triggers.ts'
import type { MetricsDeps } from '../actions/deps.ts'
import { rollUpIn } from '../actions/roll-up.ts'
import { daysToRollUp } from '../store/to-roll-up.ts'

/** Adds the days that are over by now. */
export const rollUpMetricsJob: JobDefinition<MetricsDeps> = schedule({
  name: daysToRollUp.kind,
  cron: '*/10 * * * *',
  run: (deps: MetricsDeps, { signal }) =>
    lookInEach(deps.uowFactory, {
      list: daysToRollUp,
      signal,
      run: (organizationIds) => rollUpIn(deps, organizationIds, signal),
    }),
})

/** Days of a new organization are rolled up, and those of another time zone are made anew. */
export const noteDays = follower({
  name: 'metrics.note_days',
  on: [
    when(['organization.created', 'organization.updated'], [], ({ organizationId }) => [
      organizationId,
    ]),
  ],
  async follow(uow, organizationIds) {
    for (const id of organizationIds) uow.noteDue(id, daysToRollUp.kind)
  },
})
