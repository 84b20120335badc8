import { describe, expect, it } from 'vitest'
import { refusal, told } from '../answers.ts'
import { signInThere, testOpenIdProvider } from '../open-id-provider.ts'
import { type Site, testSite } from '../site.ts'
import { newVisitor, type Visitor } from '../visitor.ts'

const company = await testOpenIdProvider(() => site)
const site: Site = testSite(company.env)
const password = 'a staple for the battery'

const ada = { sub: 'ada-1', name: 'Ada', email: 'ada@company.test', email_verified: true }
const grace = { sub: 'grace-1', name: 'Grace', email: 'grace@company.test', email_verified: true }

async function throughCompany(visitor: Visitor, person: typeof ada | null, pages: object = {}) {
  company.person = person
  const wish = { provider: 'company', callbackURL: '/dashboard', ...pages }
  const { url, redirect } = told(await visitor.auth.signIn.social(wish))
  expect(redirect).toBe(true)
  return signInThere(visitor, site, url)
}

const me = async ({ auth }: Visitor) => told(await auth.getSession()).user

describe('Ada comes in by her company’s sign-in', () => {
  it('and is a new user, whose address the company has proved', async () => {
    const visitor = newVisitor(site)
    const pages = { newUserCallbackURL: '/welcome' }
    expect(await throughCompany(visitor, ada, pages)).toMatchObject({
      status: 302,
      location: '/welcome',
    })
    expect(await me(visitor)).toMatchObject({ name: 'Ada', email: ada.email, emailVerified: true })
  })

  it('and next time she is known', async () => {
    const visitor = newVisitor(site)
    const pages = { newUserCallbackURL: '/welcome' }
    expect((await throughCompany(visitor, ada, pages)).location).toBe('/dashboard')
    const options = told(await visitor.auth.$fetch('/sign-in-options'))
    expect(options).toMatchObject({ providers: [{ id: 'company', name: 'COMPANY' }] })
  })

  it('and may change her mind there', async () => {
    const visitor = newVisitor(site)
    const { location } = await throughCompany(visitor, null, { errorCallbackURL: '/oh' })
    expect(location).toMatch(/^\/oh\?error=access_denied/)
    expect((await visitor.auth.getSession()).data).toBeNull()
  })

  it('and an unknown provider is refused', async () => {
    const { auth } = newVisitor(site)
    const answer = await auth.signIn.social({ provider: 'nobody' })
    expect(refusal(answer)).toBe('404 PROVIDER_NOT_FOUND')
  })
})

describe('what the company knows of Ada', () => {
  it('can be asked with tokens that the site keeps fresh', async () => {
    const visitor = newVisitor(site)
    await throughCompany(visitor, ada)
    const accounts = told(await visitor.auth.listAccounts())
    expect(accounts).toMatchObject([{ provider: 'company', accountId: ada.sub }])
    const account = { providerId: 'company', accountId: accounts[0]?.id ?? '' }

    const given = told(await visitor.auth.getAccessToken(account))
    expect(given).toMatchObject({ scopes: expect.arrayContaining(['openid', 'email']) })
    const renewed = told(await visitor.auth.refreshToken(account))
    expect(renewed.accessToken).not.toBe(given.accessToken)
    expect(told(await visitor.auth.getAccessToken(account)).accessToken).toBe(renewed.accessToken)

    const about = { user: { id: ada.sub, email: ada.email }, data: { sub: ada.sub } }
    const accountId = ada.sub
    expect(told(await visitor.auth.accountInfo({ accountId }))).toMatchObject(about)
    const byGet = await visitor.auth.$fetch('/account-info', { query: { accountId } })
    expect(told(byGet)).toMatchObject(about)
  })

  it('is nobody else’s business', async () => {
    const other = newVisitor(site)
    told(await other.auth.signUp.email({ name: 'Eve', email: 'eve@example.test', password }))
    const info = await other.auth.accountInfo({ accountId: ada.sub })
    expect(refusal(info)).toBe('400 ACCOUNT_NOT_FOUND')
    const stranger = await newVisitor(site).auth.getAccessToken({ providerId: 'company' })
    expect(refusal(stranger)).toBe('400 EITHER_USERID_OR_SESSION_IS_REQUIRED')
  })
})

describe('Grace, who has a password already,', () => {
  it('links her company’s account, comes in by it, and unlinks it', async () => {
    const visitor = newVisitor(site)
    told(await visitor.auth.signUp.email({ name: 'Grace', email: grace.email, password }))
    const last = await visitor.auth.unlinkAccount({ providerId: 'credential' })
    expect(refusal(last)).toBe('400 YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT')

    company.person = grace
    const wish = { provider: 'company', callbackURL: '/account' } as const
    const { url } = told(await visitor.auth.linkSocial(wish))
    expect((await signInThere(visitor, site, url)).location).toBe('/account')
    const linked = told(await visitor.auth.listAccounts())
    expect(linked.map(({ provider }) => provider)).toEqual(['credential', 'company'])

    const elsewhere = newVisitor(site)
    await throughCompany(elsewhere, grace)
    expect((await me(elsewhere)).id).toBe((await me(visitor)).id)

    const unlink = { providerId: 'company', accountId: grace.sub }
    expect(told(await visitor.auth.unlinkAccount(unlink))).toEqual({ status: true })
    expect(refusal(await visitor.auth.unlinkAccount(unlink))).toMatch(/LAST_ACCOUNT/)
  })

  it('finds that Ada’s account is Ada’s', async () => {
    const visitor = newVisitor(site)
    told(await visitor.auth.signIn.email({ email: grace.email, password }))
    company.person = ada
    const wish = { provider: 'company', callbackURL: '/account', errorCallbackURL: '/oh' }
    const { url } = told(await visitor.auth.linkSocial(wish))
    const { location } = await signInThere(visitor, site, url)
    expect(location).toMatch(/^\/oh\?error=account_already_linked_to_different_user/)
  })
})

it('a provider that answers by a form is sent on to the same place', async () => {
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
