import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { OrganizationRow } from './organizations.ts'

interface IndexedSecret {
  readonly hash: Buffer
  readonly organizationId: Id<'organization'>
}

/** Makes the organization of a secret findable by the secret's hash. */
export async function indexSecret(
  tx: Transaction<Tables>,
  { hash, organizationId }: IndexedSecret,
): Promise<void> {
  await sql`
    insert into secret_directory (hash, organization_id)
    values (${hash}, ${organizationId})`.execute(tx)
}

export async function findOrganizationBySecret(
  db: Kysely<Tables>,
  hash: Buffer,
): Promise<OrganizationRow | undefined> {
  const { rows } = await sql<OrganizationRow>`
    select o.* from organization o join secret_directory d on d.organization_id = o.id
     where d.hash = ${hash}`.execute(db)
  return rows[0]
}

/**
 * Whose a secret with this hash is; undefined if nobody’s. What the secret belongs to is read by a
 * statement of its own, because only one that names the organization is run by the organization’s
 * node of a cluster.
 */
export async function findSecretOwner(
  db: Kysely<Tables>,
  hash: Buffer,
): Promise<Id<'organization'> | undefined> {
  const row = await db
    .selectFrom('secretDirectory')
    .select('organizationId')
    .where('hash', '=', hash)
    .executeTakeFirst()
  return row?.organizationId
}

/** With the objects that the secrets belong to, which may be on another node. */
export async function deleteSecrets(
  tx: Transaction<Tables>,
  hashes: readonly Buffer[],
): Promise<void> {
  if (hashes.length === 0) return
  await tx.deleteFrom('secretDirectory').where('hash', 'in', hashes).execute()
}
