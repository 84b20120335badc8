export { contributionsOf } from './actions/contributions.ts'
export { gatherFacts } from './actions/gather-facts.ts'
export { openIngestion } from './actions/ingest-events.ts'
export { listCountedEvents } from './actions/list-counted-events.ts'
export {
  findMeterOfCustomer,
  listMetersOfCustomer,
} from './actions/show-customer-meters.ts'
export { stateMeters } from './actions/state-meters.ts'
export { bucketStarts, startOfDate } from './rules/buckets.ts'
export { namedOrganization, type PlacedEvent, placeEvents } from './rules/place-events.ts'
export { type BoundedRead, openBoundedReads } from './store/bounded-reads.ts'
export type { CountedEventRow } from './store/counted-events.ts'
export {
  countedUsage,
  isMetered,
  knowCustomerMeters,
  nothingCounted,
} from './store/customer-meters.ts'
export { findEventIn, type UsageEventRow } from './store/events.ts'
export { findIngested, insertEvents, type NewUsageEvent } from './store/ingest.ts'
export { holdDefinitions, holdPeriods } from './store/locks.ts'
export { findCompleteFrom } from './store/retention.ts'
export { findPeriodsOfEvent } from './store/usage-periods.ts'
