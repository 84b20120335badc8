export {
  type CreditedGrant,
  creditGrants,
  holdGrantedCredits,
  type LastCredit,
  revokeGrantedCredits,
} from './actions/credit-grants.ts'
export { giveCredits } from './actions/give-credits.ts'
export { coverUsage, settleUsage } from './actions/settle-usage.ts'
export { showLots } from './actions/show-credits.ts'
export { holdBalances } from './store/accounts.ts'
export type { CoveredUsage, UsageKey } from './store/covered-usage.ts'
export { findLots } from './store/credit-list.ts'
export type { LotRow } from './store/facts.ts'
