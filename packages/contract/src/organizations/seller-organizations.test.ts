import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createSellerOrganization, updateSellerOrganization } from './seller-organizations.ts'

const parseNew = (given: object) =>
  z.safeParse(createSellerOrganization.body, { name: 'Acme', slug: 'acme', ...given })
const parseUpdate = (given: object) => z.safeParse(updateSellerOrganization.body, given)

describe('a social link', () => {
  it.each([
    ['x', 'https://x.com/acme'],
    ['x', 'https://twitter.com/acme'],
    ['x', 'https://www.x.com'],
    ['github', 'https://github.com/acme'],
    ['github', 'HTTPS://GitHub.com/acme?tab=repositories#top'],
    ['facebook', 'https://m.facebook.com/acme'],
    ['instagram', 'https://instagram.com:443/acme'],
    ['youtube', 'https://youtu.be/abc'],
    ['tiktok', 'https://www.tiktok.com/@acme'],
    ['linkedin', 'https://uk.linkedin.com/company/acme'],
    ['other', 'https://acme.test/@us'],
    ['other', 'https://bücher.test/'],
  ])('of %s can be %s', (platform, url) => {
    expect(parseUpdate({ socials: [{ platform, url }] }).success).toBe(true)
  })

  it.each([
    ['x', 'https://acme.test/x.com'],
    ['x', 'https://notx.com/acme'],
    ['x', 'https://x.com.evil.test/'],
    ['x', 'https://x.com@evil.test/'],
    ['x', 'https://x.com:80@evil.test/'],
    ['x', 'https://x.com:secret@evil.test/'],
    ['github', 'https://evil.test\\.github.com/'],
    ['github', 'https://evil.test／.github.com/'],
    ['github', 'https://evil.test?.github.com/'],
    ['github', 'ftp://github.com/acme'],
    ['github', 'github.com/acme'],
    ['other', 'javascript:alert(1)'],
    ['other', 'https://acme.test/ onload=x'],
    ['other', 'https://user:password@acme.test/'],
    ['other', ''],
    ['other', `https://acme.test/${'a'.repeat(2083)}`],
  ])('of %s can’t be %s', (platform, url) => {
    const { error } = parseUpdate({
      socials: [
        { platform: 'other', url: 'https://a.b' },
        { platform, url },
      ],
    })
    expect(error?.issues.map(({ path }) => path)).toEqual([['socials', 1, 'url']])
  })

  it('must be of a known platform', () => {
    expect(parseUpdate({ socials: [{ platform: 'myspace', url: 'https://a.b' }] }).success).toBe(
      false,
    )
  })
})

describe('a slug', () => {
  it.each([
    ['acme', 'acme'],
    ['ACME-2', 'acme-2'],
    ['x'.repeat(64), 'x'.repeat(64)],
    ['dashboards', 'dashboards'],
  ])('can be %s', (slug, expected) => {
    expect(parseNew({ slug }).data?.slug).toBe(expected)
  })

  it.each(['ab', 'x'.repeat(65), 'a b c', 'acme!', 'dashboard', 'API', 'www', 'portal', 'new'])(
    'can’t be %s',
    (slug) => {
      expect(parseNew({ slug }).error?.issues.map(({ path }) => path)).toEqual([['slug']])
    },
  )
})

describe('a profile', () => {
  it('can leave fields absent or null', () => {
    expect(parseUpdate({}).data).toEqual({})
    const cleared = { avatarUrl: null, email: null, website: null, socials: null }
    expect(parseUpdate(cleared).data).toEqual(cleared)
  })

  it.each([
    [{ name: 'ab' }, ['name']],
    [{ name: '   a   ' }, ['name']],
    [{ avatarUrl: '' }, ['avatarUrl']],
    [{ email: 'invalid' }, ['email']],
    [{ website: 'acme.test' }, ['website']],
    [
      { featureSettings: { usageBasedBillingEnabled: 'yes' } },
      ['featureSettings', 'usageBasedBillingEnabled'],
    ],
    [
      { subscriptionSettings: { allowMultipleSubscriptions: true, allowCustomerUpdates: true } },
      ['subscriptionSettings', 'prorationBehavior'],
    ],
    [
      {
        details: { about: 'x', productDescription: 'x', intendedUse: 'x', customerAcquisition: [] },
      },
      ['details', 'futureAnnualRevenue'],
    ],
  ])('can’t be %j', (given, path) => {
    expect(parseUpdate(given).error?.issues.map((issue) => issue.path)).toEqual([path])
  })
})
