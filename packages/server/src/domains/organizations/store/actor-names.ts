import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'

/** What to call who did something for an organization: persons by name, tokens by their comment. */
export async function findActorNames(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id::text, coalesce(nullif(btrim(name), ''), email) as name
      from users where id = any(${ids}::uuid[])
     union all
    select id::text, comment
      from organization_access_token
     where organization_id = ${organizationId} and id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
