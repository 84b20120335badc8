export { stateMeters } from './actions/state-meters.ts'
export { countedUsage } from './store/customer-meters.ts'
