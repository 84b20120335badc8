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
export type { CoveredUsage, UsageKey } from './store/covered-usage.ts'
