import type { OrganizationDeps } from '../../organizations/actions/deps.ts'

export type AuditDeps = Pick<OrganizationDeps, 'uowFactory' | 'clock'>
