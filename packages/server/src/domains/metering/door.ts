export { createMeter } from './actions/create-meter.ts'
export type { MeterDeps } from './actions/deps.ts'
export { definitionOf, presentMeter } from './present/meter.ts'
export {
  type Accumulator,
  addsUp,
  emptyAccumulator,
  mergeAccumulators,
  valueOf,
} from './rules/aggregation.ts'
export { counter } from './rules/counting.ts'
export type { MeteredEvent } from './rules/event-property.ts'
export { readMetadata } from './rules/read-metadata.ts'
export { quantityInEvent, uniqueValueInEvent } from './store/aggregation-sql.ts'
export { textInEvent } from './store/event-columns.ts'
export { matchingEvents } from './store/filter-sql.ts'
export {
  findMeterIn,
  findMeters,
  listMetersOf,
  lockMetersForShare,
  type MeterRow,
} from './store/meters.ts'
