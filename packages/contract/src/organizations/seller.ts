import * as z from 'zod/mini'
import {
  laterOrganization,
  laterPlanSettings,
  laterPortalSettings,
  laterSubscriptionSettings,
} from '../billing/later-clients.ts'
import { id, instant } from '../primitives.ts'

export const socialPlatforms = [
  'x',
  'github',
  'facebook',
  'instagram',
  'youtube',
  'tiktok',
  'linkedin',
  'other',
] as const

/** Whether a plan change is billed immediately or with the next period. */
export const prorationBehaviors = ['invoice', 'prorate'] as const

export const SocialLink = z.object({ platform: z.enum(socialPlatforms), url: z.string() })

/** An organization as its buyers see it. */
export const SellerOrganization = z.object({
  id: id('organization'),
  createdAt: instant,
  modifiedAt: z.nullable(instant),
  name: z.string(),
  slug: z.string(),
  avatarUrl: z.nullable(z.string()),
  email: z.nullable(z.string()),
  website: z.nullable(z.string()),
  socials: z.array(SocialLink),
  detailsSubmittedAt: z.nullable(instant),
  featureSettings: z.object({
    issueFundingEnabled: z.boolean(),
    usageBasedBillingEnabled: z.boolean(),
  }),
  subscriptionSettings: z.object({
    allowMultipleSubscriptions: z.boolean(),
    allowCustomerUpdates: z.boolean(),
    prorationBehavior: z.enum(prorationBehaviors),
    ...laterSubscriptionSettings,
  }),
  /** Two of these settings, where later clients look for them. */
  allowCustomerUpdates: z.boolean(),
  prorationBehavior: z.enum(prorationBehaviors),
  customerPortalSettings: z.object({
    subscription: z.object({ updatePlan: z.boolean(), ...laterPlanSettings }),
    ...laterPortalSettings,
  }),
  ...laterOrganization,
})

/** An organization as its own members and backends see it, and in webhooks. */
export const OwnSellerOrganization = z.extend(SellerOrganization, {
  /**
   * The sites that may embed checkouts which their visitors open. If it is empty, only the site of
   * the success URL may.
   */
  embedOrigins: z.array(z.string()),
})
