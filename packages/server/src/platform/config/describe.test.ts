import { describe, expect, it } from 'vitest'
import { configText, describeSettings } from './describe.ts'
import { settingGroups, settings } from './settings.ts'

describe('printing the configuration', () => {
  it('shows values and defaults, but no secret', () => {
    const env = {
      DATABASE_URL: 'postgres://app:hush@db/guildhall',
      GUILDHALL_SECRET: 'one-secret-of-at-least-thirty-two-letters',
      SMTP_URL: 'smtp://shop:hush@mail:587',
      STRIPE_SECRET_KEY: 'sk_test_hush',
      GUILDHALL_SOCIAL_GITHUB_CLIENT_ID: 'gh-id',
      GUILDHALL_SOCIAL_GITHUB_CLIENT_SECRET: 'gh-hush',
      GUILDHALL_OIDC_ACME_CLIENT_SECRET: 'corp-hush',
      GUILDHALL_SOCIAL_APPLE_PRIVATE_KEY: 'apple-hush',
      GUILDHALL_SOCIAL_APPLE_TEAM_ID: 'apple-team',
      GUILDHALL_RATE_LIMIT: 'off',
    }
    const text = configText(env)
    const described = describeSettings(env)
    expect(JSON.stringify(described)).not.toMatch(/hush|thirty/)
    expect(described).toContainEqual({
      group: 'Database',
      name: 'DATABASE_REPLICA_URL',
      value: null,
      isDefault: true,
      meaning: 'DATABASE_URL',
    })
    expect(text).not.toMatch(/hush|thirty/)
    expect(text).toMatch(/^ {2}PORT +3000 {2}\(default\)$/m)
    expect(text).toMatch(/^ {2}GUILDHALL_RATE_LIMIT +off$/m)
    expect(text).toMatch(/^ {2}GUILDHALL_SECRET +\[masked\]$/m)
    expect(text).toMatch(/^ {2}DATABASE_URL +postgres:\/\/app:\[masked\]@db\/guildhall$/m)
    expect(text).toMatch(/^ {2}DATABASE_REPLICA_URL +– {2}\(DATABASE_URL\)$/m)
    expect(text).toMatch(/^ {2}GUILDHALL_SOCIAL_GITHUB_CLIENT_ID +gh-id$/m)
    expect(text).toMatch(/^ {2}GUILDHALL_SOCIAL_APPLE_TEAM_ID +apple-team$/m)
  })

  it('lists every setting', () => {
    const listed = settingGroups.flatMap((group) => group.settings)
    const declared = Object.values(settings).flatMap((group) => Object.values(group))
    expect(new Set(listed)).toEqual(new Set(declared))
    expect(new Set(listed.map(({ name }) => name)).size).toBe(listed.length)
  })
})
