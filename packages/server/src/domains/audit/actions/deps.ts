import type { OrganizationDeps } from '../../organizations/index.ts'

export type AuditDeps = Pick<OrganizationDeps, 'uowFactory' | 'clock'>
