import type { BenefitDeps } from '../../benefits/index.ts'

/** The dependencies of this domain; `app/` provides them. */
export interface EntitlementDeps extends Pick<BenefitDeps, 'uowFactory' | 'keyring'> {}
