export {
  type CreditedGrant,
  creditGrants,
  holdGrantedCredits,
  type LastCredit,
  revokeGrantedCredits,
} from './actions/credit-grants.ts'
export { giveCredits } from './actions/give-credits.ts'
export { showLots } from './actions/show-credits.ts'
export { holdBalances } from './store/accounts.ts'
export { findLots } from './store/credit-list.ts'
export type { LotRow } from './store/facts.ts'
