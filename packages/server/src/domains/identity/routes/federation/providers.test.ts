import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../../test/database.ts'
import { dialects } from '../../../../../test/provider-dialects.ts'
import {
  completeAtProvider,
  currentUser,
  errorOf,
  linkPath,
  signInWith,
  signUp,
  socialServer,
  startSignIn,
} from '../../../../../test/social.ts'
import { socialProviders } from '../../../../platform/config/social.ts'
import { providerTable } from '../../rules/federation/providers/built-in.ts'

const db = testDatabase()
const trusted = { GUILDHALL_SOCIAL_REDDIT_TRUSTED: 'on', GUILDHALL_SOCIAL_ROBLOX_TRUSTED: 'on' }
const server = socialServer(db, { ...trusted, GUILDHALL_SOCIAL_TIKTOK_TRUSTED: 'on' })

const everyone = Object.entries(dialects)
const withEmail = everyone.filter(([, { reports }]) => reports.email)
const withoutEmail = everyone.filter(([, { reports }]) => !reports.email)

it('the table, the settings and the stand-ins list the same providers', () => {
  expect(Object.keys(providerTable)).toEqual([...socialProviders])
  expect(Object.keys(dialects)).toEqual([...socialProviders])
})

describe.each(withEmail)('signing up and in with %s', (providerId, { reports, scopes }) => {
  it('creates a user from the profile and finds it again', async () => {
    const { current } = server
    const { persona } = current.standIn
    const first = current.browser()
    const landed = await signInWith(current, first, providerId, {
      callbackURL: '/dashboard',
      newUserCallbackURL: '/welcome',
    })
    expect(landed.location).toBe('/welcome')
    const user = await currentUser(first)
    expect(user).toMatchObject({
      email: persona.email,
      emailVerified: reports.verified,
      name: persona.name,
      username: null,
    })
    expect(String(user?.['image']).startsWith('https://')).toBe(reports.image)
    const { body: accounts } = await first.get('/api/auth/list-accounts')
    expect(accounts).toEqual([
      expect.objectContaining({ provider: providerId, providerId, accountId: persona.subject }),
    ])
    expect(scopesIn(accounts)).toEqual(scopes.toSorted())

    const second = current.browser()
    const again = await signInWith(current, second, providerId, { callbackURL: '/dashboard' })
    expect(again.location).toBe('/dashboard')
    expect((await currentUser(second))?.['id']).toBe(user?.['id'])
  })

  it('does not count the address as verified unless the provider vouches for it', async () => {
    const { current } = server
    current.standIn.persona = { ...current.standIn.persona, verified: false }
    const browser = current.browser()
    const landed = await signInWith(current, browser, providerId)
    const user = await currentUser(browser)
    // X provides verified addresses only.
    expect(providerId === 'twitter' ? errorOf(landed) : user?.['emailVerified']).toBe(
      providerId === 'twitter' ? 'email_not_found' : false,
    )
  })
})

describe.each(withoutEmail)('%s, which provides no address', (providerId) => {
  it('creates no user, but signs in users who linked it', async () => {
    const { current } = server
    const { persona } = current.standIn
    const visitor = current.browser()
    expect(errorOf(await signInWith(current, visitor, providerId))).toBe('email_not_found')
    expect(await currentUser(visitor)).toBeNull()

    const browser = current.browser()
    await signUp(current, browser, persona, { verified: true })
    const url = await startSignIn(browser, providerId, { callbackURL: '/account' }, linkPath)
    expect((await completeAtProvider(current, browser, url)).location).toBe('/account')
    const second = current.browser()
    await signInWith(current, second, providerId)
    expect(await currentUser(second)).toMatchObject({ email: persona.email })
  })
})

/** A browser signed in as a user with an account at the provider. */
async function withAccount(providerId: string, hasEmail: boolean) {
  const { current } = server
  const browser = current.browser()
  if (hasEmail) await signInWith(current, browser, providerId)
  else {
    await signUp(current, browser, current.standIn.persona, { verified: true })
    await completeAtProvider(current, browser, await startSignIn(browser, providerId, {}, linkPath))
  }
  return browser
}

const refreshing = everyone.filter(([, { refresh }]) => refresh !== null)
const notRefreshing = everyone.filter(([, { refresh }]) => refresh === null)

describe.each(refreshing)('the tokens of %s', (providerId, { reports }) => {
  it('are stored, returned and refreshed', async () => {
    const browser = await withAccount(providerId, reports.email)
    const got = await browser.post('/api/auth/get-access-token', { providerId })
    expect(got.body).toMatchObject({ accessToken: expect.stringMatching(/^access-/) })
    const refreshed = await browser.post('/api/auth/refresh-token', { providerId })
    expect(refreshed.body).toMatchObject({
      tokenType: 'Bearer',
      accessToken: expect.stringMatching(/^access-/),
      refreshToken: expect.stringMatching(/^refresh-/),
    })
    expect(refreshed.body?.['accessToken']).not.toBe(got.body?.['accessToken'])
  })
})

describe.each(notRefreshing)('the tokens of %s', (providerId, { reports }) => {
  it('are stored and returned, but not refreshed', async () => {
    const browser = await withAccount(providerId, reports.email)
    const got = await browser.post('/api/auth/get-access-token', { providerId })
    expect(got.body).toMatchObject({ accessToken: expect.stringMatching(/^access-/) })
    expect(await browser.post('/api/auth/refresh-token', { providerId })).toMatchObject({
      status: 400,
      body: {
        code: `PROVIDER_${providerId.toUpperCase()}_DOES_NOT_SUPPORT_TOKEN_REFRESHING`,
        message: `Provider ${providerId} does not support token refreshing.`,
      },
    })
  })
})

describe.each(everyone)('the account info of %s', (providerId, { reports }) => {
  it('is the current profile at the provider', async () => {
    const { persona } = server.current.standIn
    const browser = await withAccount(providerId, reports.email)
    const accountId = persona.subject
    const got = await browser.get(`/api/auth/account-info?accountId=${accountId}`)
    expect(got.body).toMatchObject({
      user: { id: accountId, ...(reports.email ? { email: persona.email } : {}) },
      data: expect.anything(),
    })
    const posted = await browser.post('/api/auth/account-info', { accountId })
    expect(posted.body).toEqual(got.body)
  })
})

function scopesIn(accounts: unknown): string[] {
  const [account] = Array.isArray(accounts) ? accounts : []
  const scopes: unknown = account?.scopes
  return Array.isArray(scopes) ? scopes.map(String).toSorted() : []
}
