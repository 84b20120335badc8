export { createMeter } from './actions/create-meter.ts'
export type { MeterParts } from './actions/parts.ts'
export { presentMeter } from './actions/present-meter.ts'
export { findMetersOf } from './store/meters.ts'
