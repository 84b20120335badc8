import type { OrganizationDeps } from '../../organizations/index.ts'

export type ListDeps = Pick<OrganizationDeps, 'uowFactory' | 'clock'>
