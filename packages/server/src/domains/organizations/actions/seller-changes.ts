import type { SellerProfile } from '@guildhall/contract/organizations/seller-organizations'
import { jsonText } from '../../../platform/database/json.ts'
import type { OrganizationChanges } from '../store/organizations.ts'

/**
 * A profile as columns. What is absent stays, null clears what can be empty; settings are never
 * empty, so there null says nothing.
 */
export function sellerChanges(
  { avatarUrl, email, website, socials, details, ...settings }: SellerProfile,
  now: Date,
): OrganizationChanges {
  return {
    ...(avatarUrl !== undefined && { avatarUrl }),
    ...(email !== undefined && { email }),
    ...(website !== undefined && { website }),
    ...(socials !== undefined && { socials: jsonText(socials ?? []) }),
    ...(details && {
      details: jsonText({ ...details, switchingFrom: details.switchingFrom ?? null }),
      detailsSubmittedAt: now,
    }),
    ...settingsChanges(settings),
  }
}

function settingsChanges({
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
