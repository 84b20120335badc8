import { describe, expect, it } from 'vitest'
import { authorizationUrl } from './authorization-url.ts'
import { providerTable } from './built-in.ts'
import { throughProxy } from './provider.ts'

const none = { tenant: null, issuer: null }
const request = {
  clientId: 'c',
  redirectUrl: 'https://guildhall.example/api/auth/callback/x',
  state: 's',
  nonce: null,
  scopes: [],
  codeChallenge: null,
  loginHint: null,
}

describe.each(Object.entries(providerTable))('provider %s', (id, make) => {
  const row = make(none)

  it('is listed under its id and uses https only', () => {
    expect(row.id).toBe(id)
    const urls = [
      row.authorizeUrl,
      row.tokenUrl,
      row.refreshUrl ?? row.tokenUrl,
      ...row.calls.map(({ url }) => url),
      row.idToken?.keysUrl ?? row.tokenUrl,
    ]
    for (const url of urls) expect(url).toMatch(/^https:\/\//)
  })

  it('identifies people by an id token or by a call', () => {
    expect(row.calls.length > 0 || row.idToken?.comesWithCode === true).toBe(true)
  })

  it('puts no secret into the authorization URL', () => {
    expect(authorizationUrl(row, request)).not.toContain('secret')
  })
})

describe('provider settings', () => {
  it('GitLab can be self-hosted', () => {
    const row = providerTable.gitlab({ ...none, issuer: 'https://git.corp.example/' })
    expect([row.authorizeUrl, row.tokenUrl, row.refreshUrl, row.calls[0]?.url]).toEqual([
      'https://git.corp.example/oauth/authorize',
      'https://git.corp.example/oauth/token',
      'https://git.corp.example/oauth/token',
      'https://git.corp.example/api/v4/user',
    ])
  })

  const id = '72F988BF-86F1-41AF-91AB-2D7CD011DB47'
  it.each([
    [null, 'common', '{tenantid}'],
    ['organizations', 'organizations', '{tenantid}'],
    ['corp.onmicrosoft.com', 'corp.onmicrosoft.com', '{tenantid}'],
    [id, id, id.toLowerCase()],
  ])('Microsoft: the tenant %s', (tenant, path, issuer) => {
    const row = providerTable.microsoft({ ...none, tenant })
    expect(row.tokenUrl).toBe(`https://login.microsoftonline.com/${path}/oauth2/v2.0/token`)
    expect(row.idToken?.issuers).toEqual([`https://login.microsoftonline.com/${issuer}/v2.0`])
  })

  it.each([
    [true, true],
    ['1', true],
    [1, true],
    [false, false],
    ['0', false],
    [undefined, false],
  ])('Microsoft: the owner of the domain, %j', (owned, verified) => {
    const claims = { sub: 's', email: 'a@example.com', email_verified: true, xms_edov: owned }
    const facts = { claims, answers: [], formName: null }
    expect(providerTable.microsoft(none).profile(facts)?.emailVerified).toBe(verified)
  })
})

it('throughProxy moves every host of a provider', () => {
  const row = throughProxy('http://127.0.0.1:1/x/', providerTable.dropbox())
  expect([row.authorizeUrl, row.tokenUrl, row.refreshUrl, row.calls[0]?.url]).toEqual([
    'http://127.0.0.1:1/x/www.dropbox.com/oauth2/authorize',
    'http://127.0.0.1:1/x/api.dropboxapi.com/oauth2/token',
    'http://127.0.0.1:1/x/api.dropbox.com/oauth2/token',
    'http://127.0.0.1:1/x/api.dropboxapi.com/2/users/get_current_account',
  ])
})
