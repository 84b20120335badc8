export { createCustomer } from './actions/create-customer.ts'
export { createCustomerSession, openCustomerSession } from './actions/create-customer-session.ts'
export {
  type BuyingUser,
  findCustomerOfUser,
  lockCustomerOfUser,
} from './actions/customer-of-user.ts'
export { customerUnitOfWork, lockCallingCustomer } from './actions/customer-unit-of-work.ts'
export { deleteCustomer } from './actions/delete-customer.ts'
export type { CustomerChangeDeps, CustomerDeps, TimelineDeps } from './actions/deps.ts'
export { endOwnSession } from './actions/end-customer-sessions.ts'
export {
  type Buyer,
  type FoundCustomer,
  fillCustomer,
  findOrCreateCustomer,
} from './actions/find-or-create-customer.ts'
export { readActivity } from './actions/read-activity.ts'
export {
  claimCustomerEmail,
  moveCustomerEmail,
  updateCustomer,
  verifyCustomerEmail,
} from './actions/update-customer.ts'
export { presentCustomer } from './present/customer.ts'
export { mailRecipient } from './rules/mail-recipient.ts'
export {
  type CustomerCaller,
  findSessionBySecret,
  type PortalCaller,
  type PortalViewer,
} from './store/customer-sessions.ts'
export {
  type CustomerQuery,
  type CustomerRow,
  customerIn,
  customersOf,
  externalCustomer,
  findCustomerByEmail,
  findCustomerIn,
  findCustomersByIds,
  findExternalCustomer,
  listCustomersToMail,
  lockCustomer,
  lockCustomerByExternalId,
  lockCustomerForShare,
  lockCustomersToMail,
} from './store/customers.ts'
export { searchCustomers } from './store/search-customers.ts'
