import { type JobDefinition, schedule } from '../../../platform/jobs.ts'
import type { AuditDeps } from '../actions/deps.ts'
import { pruneAuditLogs } from '../actions/prune.ts'

/** Deletes entries that are older than their organization keeps them, every night. */
export const pruneAuditLogJob: JobDefinition<AuditDeps> = schedule({
  name: 'audit.prune',
  cron: '41 2 * * *',
  run: ({ uowFactory }: AuditDeps, { signal }) => pruneAuditLogs(uowFactory.database, signal),
})
