import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../../test/database.ts'
import { dialects } from '../../../../../test/provider-dialects.ts'
import {
  comeBack,
  errorOf,
  leave,
  linkPath,
  signInBy,
  signUp,
  socialServer,
  whoIsIn,
} from '../../../../../test/social.ts'
import { socialProviders } from '../../../../platform/config/social.ts'
import { providerTable } from '../../rules/providers/table.ts'

const db = testDatabase()
const trusted = { GUILDHALL_SOCIAL_REDDIT_TRUSTED: 'on', GUILDHALL_SOCIAL_ROBLOX_TRUSTED: 'on' }
const server = socialServer(db, { ...trusted, GUILDHALL_SOCIAL_TIKTOK_TRUSTED: 'on' })

const everyone = Object.entries(dialects)
const withEmail = everyone.filter(([, { tells }]) => tells.email)
const withoutEmail = everyone.filter(([, { tells }]) => !tells.email)

it('the table, the settings and the stand-ins know the same providers', () => {
  expect(Object.keys(providerTable)).toEqual([...socialProviders])
  expect(Object.keys(dialects)).toEqual([...socialProviders])
})

describe.each(withEmail)('signing up and in by %s', (providerId, { tells, scopes }) => {
  it('makes a user of what the provider tells, and finds the same one again', async () => {
    const { current } = server
    const { persona } = current.standIn
    const first = current.browser()
    const landed = await signInBy(current, first, providerId, {
      callbackURL: '/dashboard',
      newUserCallbackURL: '/welcome',
    })
    expect(landed.location).toBe('/welcome')
    const user = await whoIsIn(first)
    expect(user).toMatchObject({
      email: persona.email,
      emailVerified: tells.verified,
      name: persona.name,
      username: null,
    })
    expect(String(user?.['image']).startsWith('https://')).toBe(tells.image)
    const { body: accounts } = await first.get('/api/auth/list-accounts')
    expect(accounts).toEqual([
      expect.objectContaining({ provider: providerId, providerId, accountId: persona.subject }),
    ])
    expect(scopesIn(accounts)).toEqual(scopes.toSorted())

    const second = current.browser()
    const again = await signInBy(current, second, providerId, { callbackURL: '/dashboard' })
    expect(again.location).toBe('/dashboard')
    expect((await whoIsIn(second))?.['id']).toBe(user?.['id'])
  })

  it('takes nobody for verified whom the provider does not vouch for', async () => {
    const { current } = server
    current.standIn.persona = { ...current.standIn.persona, verified: false }
    const browser = current.browser()
    const landed = await signInBy(current, browser, providerId)
    const user = await whoIsIn(browser)
    // X tells only addresses that it proved.
    expect(providerId === 'twitter' ? errorOf(landed) : user?.['emailVerified']).toBe(
      providerId === 'twitter' ? 'email_not_found' : false,
    )
  })
})

describe.each(withoutEmail)('%s, which tells no address', (providerId) => {
  it('makes no user, but signs in who linked it', async () => {
    const { current } = server
    const { persona } = current.standIn
    const stranger = current.browser()
    expect(errorOf(await signInBy(current, stranger, providerId))).toBe('email_not_found')
    expect(await whoIsIn(stranger)).toBeNull()

    const browser = current.browser()
    await signUp(current, browser, persona, { verified: true })
    const url = await leave(browser, providerId, { callbackURL: '/account' }, linkPath)
    expect((await comeBack(current, browser, url)).location).toBe('/account')
    const second = current.browser()
    await signInBy(current, second, providerId)
    expect(await whoIsIn(second)).toMatchObject({ email: persona.email })
  })
})

/** A browser in which somebody is signed in who has an account at the provider. */
async function withAccount(providerId: string, hasEmail: boolean) {
  const { current } = server
  const browser = current.browser()
  if (hasEmail) await signInBy(current, browser, providerId)
  else {
    await signUp(current, browser, current.standIn.persona, { verified: true })
    await comeBack(current, browser, await leave(browser, providerId, {}, linkPath))
  }
  return browser
}

const refreshing = everyone.filter(([, { refresh }]) => refresh !== null)
const notRefreshing = everyone.filter(([, { refresh }]) => refresh === null)

describe.each(refreshing)('the tokens of %s', (providerId, { tells }) => {
  it('are kept, handed out and refreshed', async () => {
    const browser = await withAccount(providerId, tells.email)
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

describe.each(notRefreshing)('the tokens of %s', (providerId, { tells }) => {
  it('are kept and handed out, but not refreshed', async () => {
    const browser = await withAccount(providerId, tells.email)
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

describe.each(everyone)('the account info of %s', (providerId, { tells }) => {
  it('is what the provider says now', async () => {
    const { persona } = server.current.standIn
    const browser = await withAccount(providerId, tells.email)
    const accountId = persona.subject
    const got = await browser.get(`/api/auth/account-info?accountId=${accountId}`)
    expect(got.body).toMatchObject({
      user: { id: accountId, ...(tells.email ? { email: persona.email } : {}) },
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
