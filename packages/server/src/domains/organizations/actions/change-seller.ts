import type { BodyOf } from '@guildhall/contract/endpoint'
import type { updateSellerOrganization as contract } from '@guildhall/contract/organizations/seller-organizations'
import type { Id } from '@guildhall/contract/primitives'
import { accept } from '../../../kernel/refusal.ts'
import type { Work } from '../../../platform/work.ts'
import { prorationWanted } from '../rules/proration-shown.ts'
import { decideDetails } from '../rules/seller-profile.ts'
import { settingsOf } from '../store/billing-settings.ts'
import type { OrganizationRow } from '../store/organizations.ts'
import { enterAsSeller } from './enter-as-seller.ts'
import type { OrganizationParts } from './parts.ts'
import type { Seller } from './seller.ts'
import { sellerChanges } from './seller-changes.ts'
import { saveOrganization } from './update-organization.ts'

/** Changes what the billing wire shows of an organization. */
export async function changeSeller(
  work: Work,
  parts: OrganizationParts,
  seller: Seller,
  { id, ...wish }: { readonly id: Id<'organization'> } & BodyOf<typeof contract>,
): Promise<OrganizationRow> {
  const organization = await enterAsSeller(work, parts, seller, id)
  accept(decideDetails(organization, wish))
  const { name, ...profile } = wish
  const said = wish.subscriptionSettings?.prorationBehavior
  const { prorationMode } = settingsOf(organization)
  const changes = {
    ...(name && { name }),
    ...sellerChanges(profile, work.now),
    ...(said !== undefined && { prorationBehavior: prorationWanted(prorationMode, said) }),
  }
  return saveOrganization(work, organization, changes)
}
