import type { OrganizationDeps } from '../../organizations/index.ts'

/** The dependencies of this domain, assembled in `app/`. */
export type LedgerDeps = Pick<OrganizationDeps, 'uowFactory'>
