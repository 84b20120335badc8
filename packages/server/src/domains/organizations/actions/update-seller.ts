import type { BodyOf } from '@guildhall/contract/operation'
import type {
  updateSellerOrganization as contract,
  SellerProfile,
} from '@guildhall/contract/organizations/seller-organizations'
import type { Id } from '@guildhall/contract/primitives'
import { accept } from '../../../kernel/refusal.ts'
import { jsonText } from '../../../platform/database/json.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { decideDetails, resolveProrationMode } from '../rules/seller-settings.ts'
import { settingsOf } from '../store/billing-settings.ts'
import type { OrganizationChanges, OrganizationRow } from '../store/organizations.ts'
import type { OrganizationDeps } from './deps.ts'
import { authorizeSeller, type SellerCaller } from './seller.ts'
import { saveOrganization } from './update-organization.ts'

/** An update through the billing API. */
export async function updateSeller(
  uow: UnitOfWork,
  deps: OrganizationDeps,
  seller: SellerCaller,
  { id, ...update }: { readonly id: Id<'organization'> } & BodyOf<typeof contract>,
): Promise<OrganizationRow> {
  const organization = await authorizeSeller(uow, deps, seller, id)
  accept(decideDetails(organization, update))
  const { name, ...profile } = update
  const requested = update.subscriptionSettings?.prorationBehavior
  const { prorationMode } = settingsOf(organization)
  const changes = {
    ...(name && { name }),
    ...profileColumns(profile, uow.now),
    ...(requested !== undefined && {
      prorationBehavior: resolveProrationMode(prorationMode, requested),
    }),
  }
  return saveOrganization(uow, organization, changes)
}

/**
 * Absent fields stay and null clears nullable ones; settings can't be null, so null changes
 * nothing.
 */
export function profileColumns(
  { avatarUrl, email, website, socials, embedOrigins, details, ...settings }: SellerProfile,
  now: Date,
): OrganizationChanges {
  return {
    ...(avatarUrl !== undefined && { avatarUrl }),
    ...(email !== undefined && { email }),
    ...(website !== undefined && { website }),
    ...(socials !== undefined && { socials: jsonText(socials ?? []) }),
    ...(embedOrigins !== undefined && { embedOrigins: [...new Set(embedOrigins)] }),
    ...(details && {
      details: jsonText({ ...details, switchingFrom: details.switchingFrom ?? null }),
      detailsSubmittedAt: now,
    }),
    ...settingsColumns(settings),
  }
}

function settingsColumns({
  featureSettings,
  subscriptionSettings,
}: Pick<SellerProfile, 'featureSettings' | 'subscriptionSettings'>): OrganizationChanges {
  const { issueFundingEnabled, usageBasedBillingEnabled } = featureSettings ?? {}
  return {
    ...(issueFundingEnabled !== undefined && { issueFundingEnabled }),
    ...(usageBasedBillingEnabled !== undefined && { usageBasedBillingEnabled }),
    ...subscriptionSettings,
  }
}
