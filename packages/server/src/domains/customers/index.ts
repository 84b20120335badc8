export { createCustomer } from './actions/create-customer.ts'
export { createCustomerSession, openCustomerSession } from './actions/create-customer-session.ts'
export {
  type FoundCustomer,
  findOrCreateCustomer,
} from './actions/find-or-create-customer.ts'
export type { CustomerParts } from './actions/parts.ts'
export { presentCustomer } from './actions/present-customer.ts'
export { customerTimeline, type TimelineTypes } from './rules/timeline.ts'
export {
  type CustomerRow,
  findCustomerIn,
  findCustomersOf,
  findExternalCustomer,
  holdCustomer,
} from './store/customers.ts'
