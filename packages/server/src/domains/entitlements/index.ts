export { convergeGrants } from './actions/converge-grants.ts'
export { presentBareGrant } from './present/grant.ts'
export { findGrantOfCustomer, listGrantsOfCustomer } from './store/customer-grants.ts'
export { findGrantsOf, type GrantRow } from './store/grants.ts'
