export { createBenefit } from './actions/create-benefit.ts'
export type { BenefitDeps } from './actions/deps.ts'
export { updateBenefit } from './actions/update-benefit.ts'
export {
  type CustomerRedirect,
  createCustomerState,
  readCustomerState,
} from './kinds/oauth-redirects.ts'
export { openProviders, type Providers, requireDiscord, requireGitHub } from './kinds/providers.ts'
export { presentBenefit } from './present/benefit.ts'
export {
  type BenefitRow,
  findAnyBenefits,
  findBenefitIn,
  findBenefits,
  lockBenefitsForShare,
} from './store/benefits.ts'
export { useOAuthRedirect } from './store/oauth-redirects.ts'
