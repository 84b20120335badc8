import type { Id } from '@guildhall/contract/primitives'
import { describe, expect, test } from 'vitest'
import type { Seller } from '../../../lib/seller-query.ts'
import {
  accountChanges,
  type Profile,
  profileField,
  profileOf,
  type SocialLink,
  sellerChanges,
} from './profile.ts'
import { emailMistake, socialLinkMistake, websiteMistake } from './profile-mistakes.ts'

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
  detailsSubmittedAt: null,
  featureSettings: { issueFundingEnabled: false, usageBasedBillingEnabled: false },
  subscriptionSettings: {
    allowMultipleSubscriptions: false,
    allowCustomerUpdates: true,
    prorationBehavior: 'prorate',
  },
}
const before = profileOf(organization, seller)
const typed = (changes: Partial<Profile>) => ({ ...before, ...changes })

test('what isn’t there is empty', () => {
  expect(before).toEqual({
    name: 'Northwind',
    slug: 'northwind',
    logo: '',
    email: 'help@northwind.example',
    website: '',
    socials: [github],
  })
})

describe('only what was changed is sent, without the spaces around it', () => {
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

  test('a logo that was taken away is sent as an empty one', () => {
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
])('a fault at %j is about %j', (path, field) => {
  expect(profileField(path)).toBe(field)
})

test.each([
  emailMistake(''),
  emailMistake(' help@northwind.example '),
  websiteMistake(''),
  socialLinkMistake(github),
  socialLinkMistake({ ...github, platform: 'other' }),
])('no mistake %#', (mistake) => {
  expect(mistake).toBeNull()
})

test.each([
  [emailMistake('help'), 'e-mail address'],
  [websiteMistake('http://northwind.example'), 'https'],
  [socialLinkMistake({ ...github, url: ' ' }), 'remove'],
  [socialLinkMistake({ ...github, url: 'javascript:alert(1)' }), 'https'],
  [socialLinkMistake({ ...github, platform: 'youtube' }), 'YouTube'],
])('mistake %#: %j', (mistake, words) => {
  expect(mistake).toContain(words)
})
