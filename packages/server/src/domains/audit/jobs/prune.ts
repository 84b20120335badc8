import type { Id } from '@guildhall/contract/primitives'
import type { Database } from '../../../platform/database/database.ts'
import { type JobDefinition, schedule } from '../../../platform/jobs.ts'
import type { AuditDeps } from '../actions/deps.ts'
import { listNextOrganizations, pruneEntries } from '../store/audit-settings.ts'

/** Deletes entries that are older than their organization keeps them, every night. */
export const pruneAuditLogJob: JobDefinition<AuditDeps> = schedule({
  name: 'audit.prune',
  cron: '41 2 * * *',
  run: ({ uowFactory }: AuditDeps, { signal }) => pruneAuditLogs(uowFactory.database, signal),
})

const organizationsMax = 500
const entriesMax = 5_000

/** In small transactions, so that no lock and no deletion is long. */
export async function pruneAuditLogs(
  database: Pick<Database, 'kysely'>,
  signal?: AbortSignal,
): Promise<void> {
  let after: Id<'organization'> | null = null
  for (;;) {
    const found: Id<'organization'>[] = await listNextOrganizations(
      database.kysely,
      after,
      organizationsMax,
    )
    for (const organizationId of found) {
      let pruned = entriesMax
      while (pruned === entriesMax && signal?.aborted !== true) {
        pruned = await pruneEntries(database.kysely, organizationId, entriesMax)
      }
    }
    after = found.at(-1) ?? null
    if (found.length < organizationsMax || signal?.aborted === true) return
  }
}
