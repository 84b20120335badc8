import type { BenefitDeps } from '../../benefits/index.ts'

/** What granting depends on. */
export interface EntitlementDeps extends Pick<BenefitDeps, 'uowFactory' | 'keyring'> {}

/** The dependencies of this domain; `app/` provides them. */
export interface LicenseDeps extends EntitlementDeps, Pick<BenefitDeps, 'config' | 'limit'> {}
