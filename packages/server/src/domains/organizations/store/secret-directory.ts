import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { OrganizationRow } from './organizations.ts'

interface FiledSecret {
  readonly hash: Buffer
  readonly organizationId: Id<'organization'>
}

/** Without this entry nobody could find whose a secret is. */
export async function fileSecret(
  tx: Transaction<Tables>,
  { hash, organizationId }: FiledSecret,
): Promise<void> {
  await sql`
    insert into secret_directory (hash, organization_id)
    values (${hash}, ${organizationId})`.execute(tx)
}

/** Whose it is. */
export async function findOrganizationOfSecret(
  db: Kysely<Tables>,
  hash: Buffer,
): Promise<OrganizationRow | undefined> {
  const { rows } = await sql<OrganizationRow>`
    select o.* from organization o join secret_directory d on d.organization_id = o.id
     where d.hash = ${hash}`.execute(db)
  return rows[0]
}

/** What stands under a secret goes with its entry. */
export async function dropSecrets(
  tx: Transaction<Tables>,
  hashes: readonly Buffer[],
): Promise<void> {
  if (hashes.length === 0) return
  await tx.deleteFrom('secretDirectory').where('hash', 'in', hashes).execute()
}
