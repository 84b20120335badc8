export { updateCustomer } from './actions/change-customer.ts'
export { createCustomer } from './actions/create-customer.ts'
export { createCustomerSession, openCustomerSession } from './actions/create-customer-session.ts'
export { customerWork } from './actions/customer-work.ts'
export { deleteCustomer } from './actions/delete-customer.ts'
export {
  type FoundCustomer,
  findOrCreateCustomer,
} from './actions/find-or-create-customer.ts'
export type { CustomerParts } from './actions/parts.ts'
export { presentCustomer } from './actions/present-customer.ts'
export { verifyEmail } from './actions/verify-email.ts'
export { customerTimeline, type TimelineTypes } from './rules/timeline.ts'
export {
  type CustomerRow,
  findCustomerIn,
  findCustomersAt,
  findCustomersOf,
  findExternalCustomer,
  holdCustomer,
  lockCustomer,
  lockCustomerWithEmail,
  lockExternalCustomer,
} from './store/customers.ts'
export type { StandingSession } from './store/standing-sessions.ts'
