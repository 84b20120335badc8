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
