import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'

/** Display names of users and access tokens that acted for an organization. */
export async function findActorNames(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id::text, coalesce(nullif(btrim(name), ''), email) as name
      from person where id = any(${ids}::uuid[])
     union all
    select id::text, comment
      from organization_access_token
     where organization_id = ${organizationId} and id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
