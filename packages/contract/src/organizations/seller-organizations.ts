import * as z from 'zod/mini'
import { callRefusals, forSellers, personRefusals } from '../billing/for-sellers.ts'
import { listing, listOf } from '../billing/listing.ts'
import { emailAddress } from '../identity/email-address.ts'
import { operation } from '../operation.ts'
import { embedOrigins } from './embed-origins.ts'
import { isReservedSlug } from './reserved-slugs.ts'
import { OwnSellerOrganization, prorationBehaviors, socialPlatforms } from './seller.ts'
import { organizationId, organizationName, slugLengthMax } from './shapes.ts'

const urlLengthMax = 2083
const socialsMax = 20
const detailsTextLengthMax = 5000
const acquisitionsMax = 20
const acquisitionLengthMax = 200

/** Longer than the account API requires, because customers see the name. */
const sellerName = organizationName.check(z.minLength(3))

const sellerSlug = z.string().check(
  z.toLowerCase(),
  z.minLength(3),
  z.maxLength(slugLengthMax),
  z.regex(/^[a-z0-9-]*$/, 'Only a-z, 0-9 and hyphens'),
  z.refine((slug) => !isReservedSlug(slug), { error: 'This slug is reserved. Choose another.' }),
)

/** Refuses credentials and characters that browsers treat as the end of the host. */
const webAddress = z.string().check(
  z.maxLength(urlLengthMax),
  z.regex(/^https?:\/\/[\p{L}\p{N}.-]+(?::\d{1,5})?(?:[/?#]\S*)?$/iu, {
    error: 'Must be a URL that starts with https://',
    abort: true,
  }),
)

type Platform = (typeof socialPlatforms)[number]

/** The domains of each platform; subdomains are allowed too. */
const platformDomains: Readonly<Record<Platform, readonly string[]>> = {
  x: ['x.com', 'twitter.com'],
  github: ['github.com'],
  facebook: ['facebook.com', 'fb.com'],
  instagram: ['instagram.com'],
  youtube: ['youtube.com', 'youtu.be'],
  tiktok: ['tiktok.com'],
  linkedin: ['linkedin.com'],
  other: [],
}

export function isOfPlatform({ platform, url }: { platform: Platform; url: string }): boolean {
  const host = /^https?:\/\/([^/?#:]+)/i.exec(url)?.[1]?.toLowerCase() ?? ''
  const domains = platformDomains[platform]
  return domains.length === 0 || domains.some((one) => host === one || host.endsWith(`.${one}`))
}

const socialLinkInput = z.object({ platform: z.enum(socialPlatforms), url: webAddress }).check(
  z.refine(isOfPlatform, {
    error: 'The address is not one of this platform’s',
    path: ['url'],
  }),
)

const detailsText = z.string().check(z.maxLength(detailsTextLengthMax))

/** What a seller submits about the business. */
const detailsInput = z.object({
  about: detailsText,
  productDescription: detailsText,
  intendedUse: detailsText,
  customerAcquisition: z
    .array(z.string().check(z.maxLength(acquisitionLengthMax)))
    .check(z.maxLength(acquisitionsMax)),
  futureAnnualRevenue: z.int().check(z.minimum(0)),
  switching: z._default(z.boolean(), true),
  switchingFrom: z.nullish(z.enum(['paddle', 'lemon_squeezy', 'gumroad', 'stripe', 'other'])),
  previousAnnualRevenue: z._default(z.int().check(z.minimum(0)), 0),
})

const featureSettingsInput = z.object({
  issueFundingEnabled: z.optional(z.boolean()),
  usageBasedBillingEnabled: z.optional(z.boolean()),
})

const subscriptionSettingsInput = z.object({
  allowMultipleSubscriptions: z.boolean(),
  allowCustomerUpdates: z.boolean(),
  prorationBehavior: z.enum(prorationBehaviors),
})

/** The profile of a seller apart from its name. */
const profileInput = {
  avatarUrl: z.nullish(webAddress),
  email: z.nullish(emailAddress),
  website: z.nullish(webAddress),
  socials: z.nullish(z.array(socialLinkInput).check(z.maxLength(socialsMax))),
  /** Accepted once and never shown. */
  details: z.nullish(detailsInput),
  /** Absent flags stay. */
  featureSettings: z.nullish(featureSettingsInput),
  /** Replaced as a whole. */
  subscriptionSettings: z.nullish(subscriptionSettingsInput),
  /** Replaced as a whole; null empties it. */
  embedOrigins: z.nullish(embedOrigins),
}

const NewSellerOrganization = z.object({ name: sellerName, slug: sellerSlug, ...profileInput })

const SellerOrganizationUpdate = z.object({ name: z.nullish(sellerName), ...profileInput })

/** Absent fields stay; null clears nullable ones. */
export type SellerProfile = Omit<z.output<typeof SellerOrganizationUpdate>, 'name'>

const ofSellers = { ...forSellers, tag: 'Sellers' } as const

export const listSellerOrganizations = operation({
  ...ofSellers,
  name: 'listSellerOrganizations',
  method: 'GET',
  path: '/v1/organizations/',
  summary: 'List organizations',
  description: 'The token’s own organization, or all organizations of the signed-in user.',
  may: 'organizations:read',
  query: z.object({
    ...listing(['created_at', 'name', 'slug'], ['created_at']),
    slug: z.optional(z.string()),
  }),
  returns: listOf(OwnSellerOrganization),
  status: 200,
  refuses: [...callRefusals],
})

export const getSellerOrganization = operation({
  ...ofSellers,
  name: 'getSellerOrganization',
  method: 'GET',
  path: '/v1/organizations/:id',
  summary: 'Get an organization',
  may: 'organizations:read',
  params: z.object({ id: organizationId }),
  returns: OwnSellerOrganization,
  status: 200,
  refuses: [...callRefusals, 'not_found'],
})

export const createSellerOrganization = operation({
  ...ofSellers,
  name: 'createSellerOrganization',
  method: 'POST',
  path: '/v1/organizations/',
  summary: 'Create an organization',
  description: 'Requires a signed-in person, who becomes its owner.',
  may: 'organizations:create',
  body: NewSellerOrganization,
  returns: OwnSellerOrganization,
  status: 201,
  refuses: [
    ...personRefusals,
    'not_allowed_to_create_organization',
    'organizations_max_reached',
    'slug_already_taken',
  ],
})

export const updateSellerOrganization = operation({
  ...ofSellers,
  name: 'updateSellerOrganization',
  method: 'PATCH',
  path: '/v1/organizations/:id',
  summary: 'Update an organization',
  description:
    'Absent fields stay. The slug can’t be changed. `embed_origins` are the sites that may embed ' +
    'checkouts which their visitors open; if it is empty, only the site of the success URL may.',
  may: 'organizations:write',
  params: z.object({ id: organizationId }),
  body: SellerOrganizationUpdate,
  bodyLimitBytes: 128 * 1024,
  returns: OwnSellerOrganization,
  status: 200,
  refuses: [...callRefusals, 'not_found', 'details_already_submitted'],
})
