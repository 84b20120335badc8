import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from './db-types.gen.ts'

export interface RowsOf {
  readonly organizationId: Id<'organization'>
  /** How many rows to lock at most. */
  readonly max: number
}

/**
 * Locks some rows of many organizations, one organization at a time, because a lock doesn’t span the
 * nodes of a cluster. The query says whose rows would be locked, with an `organization_id` for each.
 */
export async function claimByOrganization<T>(
  db: Kysely<Tables>,
  query: RawBuilder<unknown>,
  claim: (rowsOf: RowsOf) => Promise<readonly T[]>,
): Promise<T[]> {
  const { rows } = await sql<RowsOf>`
    select organization_id, count(*)::int as max from (${query}) claimable
     group by organization_id order by organization_id`.execute(db)
  const claimed = await Promise.all(rows.map(claim))
  return claimed.flat()
}

interface Turns<T> {
  /** How many rows to lock at most in each turn. */
  readonly max: number
  readonly claim: (rowsOf: RowsOf) => Promise<readonly T[]>
  /** Where failures are put: an organization whose node is away holds up no other. */
  readonly failures: unknown[]
}

/**
 * Locks rows of these organizations in turns, until none are left: some of each organization, and
 * more of each where others are done.
 */
export function claimInTurns<T>(
  organizationIds: readonly Id<'organization'>[],
  { max, claim, failures }: Turns<T>,
): () => Promise<T[]> {
  const open = new Set(organizationIds)
  return async () => {
    while (open.size > 0) {
      const each = Math.ceil(max / open.size)
      const claimed = await Promise.all(
        [...open].slice(0, max).map(async (organizationId) => {
          const rows = await claim({ organizationId, max: each }).catch((error: unknown) => {
            failures.push(error)
            return []
          })
          if (rows.length === 0) open.delete(organizationId)
          return rows
        }),
      )
      const all = claimed.flat()
      if (all.length > 0) return all
    }
    return []
  }
}
