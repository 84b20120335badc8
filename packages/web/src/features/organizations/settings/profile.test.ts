import type { Id } from '@guildhall/contract/primitives'
import { describe, expect, test } from 'vitest'
import type { Seller } from '#/entities/organization/seller-query.ts'
import { mistakeIn } from '#/lib/form-schema.ts'
import {
  accountChanges,
  type Profile,
  profileField,
  profileOf,
  type SocialLink,
  sellerChanges,
} from './profile.ts'
import { profileSchema } from './profile-schema.ts'

const organizationId = (id: string) => id as Id<'organization'>
const at = new Date('2027-03-14T15:09:26Z')
const id = organizationId('0190f2a0-0000-7000-8000-000000000000')
const shared = { id, name: 'Northwind', slug: 'northwind', createdAt: at }
const organization = { ...shared, logo: null, metadata: null, role: 'owner' }
const github: SocialLink = { platform: 'github', url: 'https://github.com/northwind' }
const seller: Seller = {
  ...shared,
  modifiedAt: null,
  avatarUrl: null,
  email: 'help@northwind.example',
  website: null,
  socials: [github],
  embedOrigins: [],
  detailsSubmittedAt: null,
  featureSettings: { issueFundingEnabled: false, usageBasedBillingEnabled: false },
  subscriptionSettings: {
    allowMultipleSubscriptions: false,
    allowCustomerUpdates: true,
    prorationBehavior: 'prorate',
  },
  allowCustomerUpdates: true,
  prorationBehavior: 'prorate',
  customerPortalSettings: { subscription: { updatePlan: true } },
}
const before = profileOf(organization, seller)
const typed = (changes: Partial<Profile>) => ({ ...before, ...changes })

test('missing values are empty', () => {
  expect(before).toEqual({
    name: 'Northwind',
    slug: 'northwind',
    logo: '',
    email: 'help@northwind.example',
    website: '',
    socials: [github],
  })
})

describe('only changes are sent, trimmed', () => {
  const x: SocialLink = { platform: 'x', url: 'https://x.com/northwind' }

  test.each([
    [{}, {}, {}],
    [{ name: ' Northwind ' }, {}, {}],
    [{ name: ' North ' }, { name: 'North' }, {}],
    [{ slug: 'north' }, { slug: 'north' }, {}],
    [{ logo: 'https://a.example/l.png' }, { logo: 'https://a.example/l.png' }, {}],
    [{ email: ' ' }, {}, { email: null }],
    [{ website: 'https://a.example ' }, {}, { website: 'https://a.example' }],
    [{ socials: [] }, {}, { socials: [] }],
    [{ socials: [github, x] }, {}, { socials: [github, x] }],
    [{ socials: [{ ...github, platform: 'other' as const }] }, {}, expect.anything()],
    [{ socials: [{ ...github, url: `${github.url} ` }] }, {}, {}],
  ])('%j', (changes, account, selling) => {
    expect(accountChanges(before, typed(changes))).toEqual(account)
    expect(sellerChanges(before, typed(changes))).toEqual(selling)
  })

  test('a removed logo is sent as an empty one', () => {
    const pictured = profileOf({ ...organization, logo: 'https://a.example/l.png' }, seller)
    expect(accountChanges(pictured, { ...pictured, logo: '' })).toEqual({ logo: '' })
  })
})

test.each([
  [['email'], 'email'],
  [['website'], 'website'],
  [['socials', 2, 'url'], 'socials.2.url'],
  [['socials'], null],
  [['feature_settings', 'x'], null],
  [[], null],
])('a fault at %j belongs to %j', (path, field) => {
  expect(profileField(path)).toBe(field)
})

test.each([
  mistakeIn(profileSchema.email, ''),
  mistakeIn(profileSchema.email, ' help@northwind.example '),
  mistakeIn(profileSchema.website, ''),
  mistakeIn(profileSchema.socials, [github]),
  mistakeIn(profileSchema.socials, [{ ...github, platform: 'other' }]),
])('no error %#', (mistake) => {
  expect(mistake).toBeNull()
})

test.each([
  [mistakeIn(profileSchema.email, 'help'), 'email address'],
  [mistakeIn(profileSchema.website, 'http://northwind.example'), 'https'],
  [mistakeIn(profileSchema.socials, [{ ...github, url: ' ' }]), 'remove'],
  [mistakeIn(profileSchema.socials, [{ ...github, url: 'javascript:alert(1)' }]), 'https'],
  [mistakeIn(profileSchema.socials, [{ ...github, platform: 'youtube' }]), 'YouTube'],
])('error %#: %j', (mistake, expected) => {
  expect(mistake).toContain(expected)
})
