export { datesOf, timeZoneOf } from './actions/dates.ts'
export type { MetricsDeps } from './actions/deps.ts'
export { recountQuery } from './store/recount-query.ts'
