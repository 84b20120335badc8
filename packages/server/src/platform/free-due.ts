import type { Id } from '@guildhall/contract/primitives'
import { sql, type Transaction } from 'kysely'
import type { Dead, FreeClaims } from './claims.ts'
import type { Tables } from './database/db-types.gen.ts'
import type { DueList } from './due/due-list.ts'
import { freeNotes, insertionOf } from './due/due-notes.ts'

/** Frees the notes that dead processes have taken, and the rows that they have claimed. */
export const freeDue =
  (lists: readonly DueList[], isJob: (name: string) => boolean): FreeClaims =>
  async (tx, dead) => {
    const kinds = new Set(await freeNotes(tx, dead.processIds))
    for (const list of lists) {
      const organizationIds = await freeRows(tx, list, dead)
      if (organizationIds.length === 0) continue
      kinds.add(list.kind)
      const notes = organizationIds.map((organizationId) => ({ kind: list.kind, organizationId }))
      await insertionOf(notes).execute(tx)
    }
    const jobs = [...kinds].filter(isJob)
    return {
      jobs: jobs.map((kind) => ({ task: kind, payload: {}, key: `${kind}:freed` })),
      sweeps: [...kinds].filter((kind) => !isJob(kind)),
    }
  }

/** Returns where there were some. */
async function freeRows(
  tx: Transaction<Tables>,
  { claims }: DueList,
  { processIds, now }: Dead,
): Promise<Id<'organization'>[]> {
  if (claims === undefined) return []
  const table = sql.table(claims.table)
  const claimant = sql.ref(claims.claimant)
  const areOfDead = sql`${claims.areClaimed(now)} and ${claimant} = any(${processIds}::uuid[])`
  const { rows } = await sql<{ organizationId: Id<'organization'> }>`
    select organization_id from ${table}
     where ${areOfDead}
     group by organization_id order by organization_id`.execute(tx)
  const organizationIds = rows.map(({ organizationId }) => organizationId)
  for (const organizationId of organizationIds) {
    await sql`
      update ${table} set ${claims.freed(now)}, ${claimant} = null
       where organization_id = ${organizationId} and ${areOfDead}`.execute(tx)
  }
  return organizationIds
}
