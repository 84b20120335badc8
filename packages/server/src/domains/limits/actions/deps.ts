import type { OrganizationDeps } from '../../organizations/actions/deps.ts'

/** The dependencies of this domain; `app/` provides them. */
export type LimitDeps = Pick<OrganizationDeps, 'uowFactory' | 'clock' | 'config' | 'keyring'>
