import type { Id } from '@guildhall/contract/primitives'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { OrganizationRow } from './organizations.ts'

interface FiledSecret {
  readonly hash: Buffer
  readonly organizationId: Id<'organization'>
}

/** Without this entry nobody could find whose a secret is. */
export async function fileSecret(tx: Transaction<Tables>, secret: FiledSecret): Promise<void> {
  await tx.insertInto('secretDirectory').values(secret).execute()
}

/** Whose it is. */
export const findOrganizationOfSecret = (
  db: Kysely<Tables>,
  hash: Buffer,
): Promise<OrganizationRow | undefined> =>
  db
    .selectFrom('organization')
    .innerJoin('secretDirectory', 'secretDirectory.organizationId', 'organization.id')
    .selectAll('organization')
    .where('secretDirectory.hash', '=', hash)
    .executeTakeFirst()

/** What stands under a secret goes with its entry. */
export async function dropSecrets(
  tx: Transaction<Tables>,
  hashes: readonly Buffer[],
): Promise<void> {
  if (hashes.length === 0) return
  await tx.deleteFrom('secretDirectory').where('hash', 'in', hashes).execute()
}
