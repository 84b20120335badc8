import type { BenefitDeps } from '../../benefits/index.ts'
import type { FileDeps } from '../../files/index.ts'

/** The dependencies of this domain; `app/` provides them. */
export interface EntitlementDeps extends Pick<BenefitDeps, 'uowFactory' | 'keyring'> {}

/** Of downloads, which the portal serves. */
export interface DownloadDeps
  extends Pick<FileDeps, 'uowFactory' | 'clock' | 'config' | 'keyring' | 'storage'> {}
