import type { Database } from '../../../platform/database/database.ts'
import type { OrganizationRow } from '../../organizations/store/organizations.ts'
import { findOrganizationBySecret } from '../../organizations/store/secret-directory.ts'
import {
  type FoundCheckout,
  findCheckoutOfOwner,
  findCheckoutWithSecret,
} from '../store/checkouts.ts'

export interface ShownCheckout extends FoundCheckout {
  readonly organization: OrganizationRow
}

/** The checkout whose secret has this hash, with its seller. */
export async function findShown(
  { reads, isDistributed }: Pick<Database, 'reads' | 'isDistributed'>,
  hash: Buffer,
): Promise<ShownCheckout | undefined> {
  const owner = findOrganizationBySecret(reads, hash)
  // The owner says which node of a cluster to ask; on one server both are asked at once.
  const [organization, found] = await Promise.all([
    owner,
    isDistributed
      ? owner.then((one) => one && findCheckoutOfOwner(reads, one.id, hash))
      : findCheckoutWithSecret(reads, hash),
  ])
  return organization === undefined || found === undefined ? undefined : { ...found, organization }
}
