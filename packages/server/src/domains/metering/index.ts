export { createMeter } from './actions/create-meter.ts'
export { presentMeter } from './present/meter.ts'
export { findMeters } from './store/meters.ts'
