import type { Domain } from '../../platform/domain.ts'
import type { AuditDeps } from './actions/deps.ts'
import { logSystemActs } from './actions/log-system-acts.ts'
import { eraseAuditLogJob } from './jobs/erase.ts'
import { pruneAuditLogJob } from './jobs/prune.ts'
import { auditRoutes } from './routes/audit-log.ts'

export const auditDomain: Domain<AuditDeps> = {
  name: 'audit',
  operations: auditRoutes,
  jobs: [eraseAuditLogJob, pruneAuditLogJob],
  followers: [logSystemActs],
}
