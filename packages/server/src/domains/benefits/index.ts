export { createBenefit } from './actions/create-benefit.ts'
export type { BenefitDeps } from './actions/deps.ts'
export { updateBenefit } from './actions/update-benefit.ts'
export { presentBenefit } from './present/benefit.ts'
export {
  type BenefitRow,
  findAnyBenefits,
  findBenefitIn,
  findBenefits,
  lockBenefitsForShare,
} from './store/benefits.ts'
