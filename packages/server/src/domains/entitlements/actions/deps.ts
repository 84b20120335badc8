import type { BenefitDeps } from '../../benefits/actions/deps.ts'
import type { FileDeps } from '../../files/actions/deps.ts'

/** What granting depends on. */
export interface EntitlementDeps
  extends Pick<BenefitDeps, 'uowFactory' | 'keyring' | 'clock' | 'log' | 'providers'> {}

/** The dependencies of this domain; `app/` provides them. */
export interface LicenseDeps extends EntitlementDeps, Pick<BenefitDeps, 'config' | 'limit'> {}

/** Of downloads, which the portal serves. */
export interface DownloadDeps
  extends Pick<FileDeps, 'uowFactory' | 'clock' | 'config' | 'keyring' | 'storage'> {}
