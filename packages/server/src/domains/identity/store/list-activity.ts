import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { AuditRow } from './audit.ts'

export interface ActivityPage {
  readonly entries: readonly AuditRow[]
  /** Where the next page begins; null after the last entry. */
  readonly nextCursor: string | null
}

/** What happened to a user, the newest first. The cursor holds its place while entries come in. */
export async function listActivity(
  db: Kysely<Tables>,
  userId: Id<'user'>,
  { limit, cursor }: { readonly limit: number; readonly cursor: string | undefined },
): Promise<ActivityPage> {
  const theirs = db.selectFrom('auditEntry').where('userId', '=', userId)
  const older = cursor === undefined ? theirs : theirs.where(comesAfter(cursor))
  const found = await older
    .selectAll()
    .select(exactInstant.as('exactAt'))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const entries = found.slice(0, limit)
  const last = found.length > limit ? entries.at(-1) : undefined
  return { entries, nextCursor: last === undefined ? null : `${last.exactAt}_${last.id}` }
}

// An instant of ours has milliseconds, the database's has microseconds.
const exactInstant = sql<string>`to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

function comesAfter(cursor: string) {
  const [at = '', id = ''] = cursor.split('_')
  return sql<boolean>`(at, id) < (${at}::timestamptz, ${id}::uuid)`
}
