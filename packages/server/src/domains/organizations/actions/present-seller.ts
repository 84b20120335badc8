import { SellerOrganization, SocialLink } from '@guildhall/contract/organizations/seller'
import { wireCodec } from '@guildhall/contract/wire'
import * as z from 'zod/mini'
import { encodedText, type JsonText } from '../../../platform/database/json.ts'
import { shownProration } from '../rules/proration-shown.ts'
import { settingsOf } from '../store/billing-settings.ts'
import type { OrganizationRow } from '../store/organizations.ts'

/** The organization as it sells: the billing wire's view of the row. */
export const presentSeller = (row: OrganizationRow): z.output<typeof SellerOrganization> => ({
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
    prorationBehavior: shownProration(settingsOf(row).prorationMode),
  },
})

const socials = z.array(SocialLink)

const codec = wireCodec(SellerOrganization, 'billing')

/** The same in JSON, as events carry it. */
export const sellerPayload = (row: OrganizationRow): JsonText =>
  encodedText(codec.encode(presentSeller(row)))
