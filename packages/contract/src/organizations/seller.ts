import * as z from 'zod/mini'
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

/** An organization in the billing API and in webhooks. */
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
  }),
})
