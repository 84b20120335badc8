export { convergeGrants } from './actions/converge-grants.ts'
export { findGrantsOf } from './store/grants.ts'
