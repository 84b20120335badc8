import type { Domain } from '../../platform/domain.ts'
import type { AuditDeps } from './actions/deps.ts'
import { logSystemActs } from './actions/log-system-acts.ts'
import { pruneAuditLogJob } from './jobs/prune.ts'
import { auditRoutes } from './routes/audit-log.ts'
import { auditEraser } from './store/audit-settings.ts'

export const auditDomain: Domain<AuditDeps> = {
  name: 'audit',
  operations: auditRoutes,
  jobs: [pruneAuditLogJob],
  followers: [logSystemActs],
  hooks: () => ({ customerErasers: [auditEraser] }),
}
