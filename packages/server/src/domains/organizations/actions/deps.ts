import type { Hooks } from '../../../platform/hooks.ts'
import type { IdentityDeps } from '../../identity/actions/deps.ts'

/** The dependencies of this domain, composed in `app/`. */
export interface OrganizationDeps
  extends Pick<
      IdentityDeps,
      'uowFactory' | 'keyring' | 'clock' | 'config' | 'cookieNames' | 'limit'
    >,
    Pick<Hooks, 'organizationDeletionBlockers'> {}
