import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { OrganizationRow } from '../../organizations/store/organizations.ts'
import { findOrganizationBySecret } from '../../organizations/store/secret-directory.ts'
import { type FoundCheckout, findCheckoutWithSecret } from '../store/checkouts.ts'

export interface ShownCheckout extends FoundCheckout {
  readonly organization: OrganizationRow
}

/** The checkout whose secret has this hash, with its seller. */
export async function findShown(
  db: Kysely<Tables>,
  hash: Buffer,
): Promise<ShownCheckout | undefined> {
  const organization = await findOrganizationBySecret(db, hash)
  if (organization === undefined) return undefined
  const found = await findCheckoutWithSecret(db, organization.id, hash)
  return found === undefined ? undefined : { ...found, organization }
}
