import type { OrganizationDeps } from '../../organizations/actions/deps.ts'

export type ListDeps = Pick<OrganizationDeps, 'uowFactory' | 'clock'>
