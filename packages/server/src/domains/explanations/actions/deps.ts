import type { OrganizationDeps } from '../../organizations/actions/deps.ts'

/** The dependencies of this domain; `app/` provides them. */
export type ExplanationDeps = Pick<OrganizationDeps, 'uowFactory' | 'clock'>
