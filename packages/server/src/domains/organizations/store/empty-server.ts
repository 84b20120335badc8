import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'

/** Whether nobody has ever used this server: it has neither a user nor an organization. */
export async function isServerEmpty(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ isEmpty: boolean }>`
    select not exists (select from users)
       and not exists (select from organization) as "isEmpty"`.execute(db)
  return rows[0]?.isEmpty === true
}
