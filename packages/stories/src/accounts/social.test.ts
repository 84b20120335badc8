import { describe, expect, it } from 'vitest'
import { refusal, unwrap } from '../answers.ts'
import { signInAtProvider, testOpenIdProvider } from '../open-id-provider.ts'
import { type Site, testSite } from '../site.ts'
import { newVisitor, type Visitor } from '../visitor.ts'

const company = await testOpenIdProvider(() => site)
const site: Site = testSite(company.env)
const password = 'a staple for the battery'

const ada = { sub: 'ada-1', name: 'Ada', email: 'ada@company.test', email_verified: true }
const grace = { sub: 'grace-1', name: 'Grace', email: 'grace@company.test', email_verified: true }

async function signInWithCompany(visitor: Visitor, person: typeof ada | null, pages: object = {}) {
  company.person = person
  const input = { provider: 'company', callbackURL: '/dashboard', ...pages }
  const { url, redirect } = unwrap(await visitor.auth.signIn.social(input))
  expect(redirect).toBe(true)
  return signInAtProvider(visitor, site, url)
}

const me = async ({ auth }: Visitor) => unwrap(await auth.getSession()).user

describe('signing in with a provider', () => {
  it('creates a user with a verified address', async () => {
    const visitor = newVisitor(site)
    const pages = { newUserCallbackURL: '/welcome' }
    expect(await signInWithCompany(visitor, ada, pages)).toMatchObject({
      status: 302,
      location: '/welcome',
    })
    expect(await me(visitor)).toMatchObject({ name: 'Ada', email: ada.email, emailVerified: true })
  })

  it('finds the same user again', async () => {
    const visitor = newVisitor(site)
    const pages = { newUserCallbackURL: '/welcome' }
    expect((await signInWithCompany(visitor, ada, pages)).location).toBe('/dashboard')
    const options = unwrap(await visitor.auth.$fetch('/sign-in-options'))
    expect(options).toMatchObject({ providers: [{ id: 'company', name: 'COMPANY' }] })
  })

  it('can be canceled at the provider', async () => {
    const visitor = newVisitor(site)
    const { location } = await signInWithCompany(visitor, null, { errorCallbackURL: '/oh' })
    expect(location).toMatch(/^\/oh\?error=access_denied/)
    expect((await visitor.auth.getSession()).data).toBeNull()
  })

  it('is refused for an unknown provider', async () => {
    const { auth } = newVisitor(site)
    const answer = await auth.signIn.social({ provider: 'nobody' })
    expect(refusal(answer)).toBe('404 PROVIDER_NOT_FOUND')
  })
})

describe('the profile and tokens at a provider', () => {
  it('are available with tokens that the server refreshes', async () => {
    const visitor = newVisitor(site)
    await signInWithCompany(visitor, ada)
    const accounts = unwrap(await visitor.auth.listAccounts())
    expect(accounts).toMatchObject([{ provider: 'company', accountId: ada.sub }])
    const account = { providerId: 'company', accountId: accounts[0]?.id ?? '' }

    const given = unwrap(await visitor.auth.getAccessToken(account))
    expect(given).toMatchObject({ scopes: expect.arrayContaining(['openid', 'email']) })
    const renewed = unwrap(await visitor.auth.refreshToken(account))
    expect(renewed.accessToken).not.toBe(given.accessToken)
    expect(unwrap(await visitor.auth.getAccessToken(account)).accessToken).toBe(renewed.accessToken)

    const about = { user: { id: ada.sub, email: ada.email }, data: { sub: ada.sub } }
    const accountId = ada.sub
    expect(unwrap(await visitor.auth.accountInfo({ accountId }))).toMatchObject(about)
    const byGet = await visitor.auth.$fetch('/account-info', { query: { accountId } })
    expect(unwrap(byGet)).toMatchObject(about)
  })

  it('are not available to others', async () => {
    const other = newVisitor(site)
    unwrap(await other.auth.signUp.email({ name: 'Eve', email: 'eve@example.test', password }))
    const info = await other.auth.accountInfo({ accountId: ada.sub })
    expect(refusal(info)).toBe('400 ACCOUNT_NOT_FOUND')
    const stranger = await newVisitor(site).auth.getAccessToken({ providerId: 'company' })
    expect(refusal(stranger)).toBe('401 UNAUTHORIZED')
  })

  it.each(['credential', 'nobody'])('are not available of %s, which is no provider', async (id) => {
    const { auth } = newVisitor(site)
    const email = `${id}@example.test`
    unwrap(await auth.signUp.email({ name: 'Eve', email, password }))
    const asked = { providerId: id }
    const unsupported = {
      status: 400,
      code: `PROVIDER_${id.toUpperCase()}_IS_NOT_SUPPORTED`,
      message: `Provider ${id} is not supported.`,
    }
    expect((await auth.getAccessToken(asked)).error).toMatchObject(unsupported)
    expect((await auth.refreshToken(asked)).error).toMatchObject(unsupported)
  })
})

describe('a user with a password', () => {
  it('links a provider account, signs in with it and unlinks it', async () => {
    const visitor = newVisitor(site)
    unwrap(await visitor.auth.signUp.email({ name: 'Grace', email: grace.email, password }))
    const last = await visitor.auth.unlinkAccount({ providerId: 'credential' })
    expect(refusal(last)).toBe('400 YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT')

    company.person = grace
    const input = { provider: 'company', callbackURL: '/account' } as const
    const { url } = unwrap(await visitor.auth.linkSocial(input))
    expect((await signInAtProvider(visitor, site, url)).location).toBe('/account')
    const linked = unwrap(await visitor.auth.listAccounts())
    expect(linked.map(({ provider }) => provider)).toEqual(['credential', 'company'])

    const other = newVisitor(site)
    await signInWithCompany(other, grace)
    expect((await me(other)).id).toBe((await me(visitor)).id)

    const unlink = { providerId: 'company', accountId: grace.sub }
    expect(unwrap(await visitor.auth.unlinkAccount(unlink))).toEqual({ status: true })
    expect(refusal(await visitor.auth.unlinkAccount(unlink))).toMatch(/LAST_ACCOUNT/)
  })

  it('cannot link an account of another user', async () => {
    const visitor = newVisitor(site)
    unwrap(await visitor.auth.signIn.email({ email: grace.email, password }))
    company.person = ada
    const input = { provider: 'company', callbackURL: '/account', errorCallbackURL: '/oh' }
    const { url } = unwrap(await visitor.auth.linkSocial(input))
    const { location } = await signInAtProvider(visitor, site, url)
    expect(location).toMatch(/^\/oh\?error=account_already_linked_to_different_user/)
  })
})

it('a form post to the callback is redirected to the same callback by GET', async () => {
  const { jar } = newVisitor(site)
  const answer = await jar.fetch(`${site.url}/api/auth/callback/company`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'https://provider.test',
    },
    body: new URLSearchParams({ code: 'a code', state: 'a state' }),
  })
  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toMatch(
    /\/api\/auth\/callback\/company\?code=a(\+|%20)code&state=a(\+|%20)state$/,
  )
})
