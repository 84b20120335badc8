import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import { bucketStarts } from '../../usage/index.ts'
import { cohortsOf } from '../rules/cohorts.ts'
import { type CohortQuery, countCohorts } from '../store/cohorts.ts'
import type { MetricsDeps } from './deps.ts'

interface CohortRange extends Omit<CohortQuery, 'months'> {
  readonly start: Date
  readonly timeZone: string
}

/** Of whole months: the first begins with its month. Months that haven’t begun are left out. */
export const readCohorts = ({ uowFactory }: MetricsDeps, range: CohortRange) =>
  runUnitOfWork(uowFactory, { organizationId: range.organizationId }, async ({ tx, now }) => {
    const { start, timeZone } = range
    const afterNow = new Date(now.getTime() + 1)
    const end = range.end < afterNow ? range.end : afterNow
    const months = bucketStarts({ start, end, interval: 'month', timeZone })
    return cohortsOf(months, await countCohorts(tx, { ...range, months, end }))
  })
