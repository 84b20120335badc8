export {
  findMeterOfCustomer,
  listMetersOfCustomer,
} from './actions/show-customer-meters.ts'
export { stateMeters } from './actions/state-meters.ts'
export { countedUsage } from './store/customer-meters.ts'
export { knowCustomerMeters } from './store/known-meters.ts'
