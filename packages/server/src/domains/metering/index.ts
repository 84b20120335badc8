export { createMeter } from './actions/create-meter.ts'
export type { MeterParts } from './actions/parts.ts'
export { findMetersOf } from './store/meters.ts'
