import {
  type OwnSellerOrganization,
  type SellerOrganization,
  SocialLink,
} from '@guildhall/contract/organizations/seller'
import * as z from 'zod/mini'
import { prorationBehaviorOf } from '../rules/seller-settings.ts'
import { settingsOf } from '../store/billing-settings.ts'
import type { OrganizationRow } from '../store/organizations.ts'

/** For buyers. */
export function presentSeller(row: OrganizationRow): z.output<typeof SellerOrganization> {
  const prorationBehavior = prorationBehaviorOf(settingsOf(row).prorationMode)
  return {
    id: row.id,
    createdAt: row.createdAt,
    modifiedAt: row.modifiedAt,
    name: row.name,
    slug: row.slug,
    avatarUrl: row.avatarUrl,
    email: row.email,
    website: row.website,
    socials: z.parse(socials, row.socials),
    detailsSubmittedAt: row.detailsSubmittedAt,
    featureSettings: {
      issueFundingEnabled: row.issueFundingEnabled,
      usageBasedBillingEnabled: row.usageBasedBillingEnabled,
    },
    subscriptionSettings: {
      allowMultipleSubscriptions: row.allowMultipleSubscriptions,
      allowCustomerUpdates: row.allowCustomerUpdates,
      prorationBehavior,
    },
    allowCustomerUpdates: row.allowCustomerUpdates,
    prorationBehavior,
    customerPortalSettings: { subscription: { updatePlan: row.allowCustomerUpdates } },
  }
}

/** For the organization's own members and backends. */
export const presentOwnSeller = (row: OrganizationRow): z.output<typeof OwnSellerOrganization> => ({
  ...presentSeller(row),
  embedOrigins: [...row.embedOrigins],
})

const socials = z.array(SocialLink)
