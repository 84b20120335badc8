import { beforeAll, describe, expect, it } from 'vitest'
import { contractOperations, operationLine } from '../../../server/test/contract-operations.ts'
import { unwrap } from '../answers.ts'
import { isSignedIn, newPerson, type Person, password } from '../people.ts'
import { testSite } from '../site.ts'
import { newVisitor } from '../visitor.ts'
import { at, get, post } from '../wire.ts'

// Pages of other sites can't make a browser act on this server.

const site = testSite({ GUILDHALL_TRUSTED_ORIGINS: 'https://app.example.com' })
const mutations = (await contractOperations()).filter(
  ({ wire, method, crossSite }) => wire === 'account' && method !== 'GET' && crossSite !== true,
)

let ada: Person

beforeAll(async () => {
  ada = await newPerson(site, 'ada@lovelace.test')
})

const asForeign: readonly Record<string, string>[] = [
  { origin: 'https://evil.com' },
  { origin: 'null' },
  { origin: 'https://app.example.com.evil.com' },
  { origin: 'http://app.example.com' },
]

describe('login CSRF (#9973): every mutation is refused from untrusted origins', () => {
  it.each(mutations.map(operationLine))('%s', async (line) => {
    const path = line.replace(/^\w+ \/api\/auth/, '').replace(/:\w+/g, 'x')
    for (const headers of asForeign) {
      const withCookies = await post(ada, path, {}, headers)
      const without = await post(newVisitor(site), path, {}, headers)
      expect([withCookies.brief, without.brief]).toEqual([
        '403 INVALID_ORIGIN',
        '403 INVALID_ORIGIN',
      ])
    }
  })

  it('the list of mutations is not empty', () => expect(mutations.length).toBeGreaterThan(30))

  it('a foreign page cannot sign the browser in as the attacker', async () => {
    const victim = newVisitor(site)
    const body = { email: ada.email, password }
    for (const headers of asForeign) await post(victim, '/sign-in/email', body, headers)
    expect(victim.jar.header()).toBe('')
  })

  it('without an origin, the fetch metadata is checked', async () => {
    const { url } = site
    const body = JSON.stringify({ email: ada.email, password })
    const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' }
    const answer = await fetch(`${url}/api/auth/sign-in/email`, { method: 'POST', headers, body })
    expect(answer.status).toBe(403)
  })

  it('without an origin, the referer is checked', async () => {
    const headers = { 'content-type': 'application/json', cookie: ada.jar.header() }
    const from = (referer: string) =>
      fetch(`${site.url}/api/auth/update-user`, {
        method: 'POST',
        headers: { ...headers, referer },
        body: '{}',
      })
    expect((await from('https://evil.com/https://app.example.com')).status).toBe(403)
    expect((await from('https://app.example.com/page')).status).toBe(200)
  })

  it('the site itself and trusted applications are allowed', async () => {
    for (const origin of [site.url, 'https://app.example.com']) {
      expect((await post(ada, '/update-user', { name: 'Ada' }, { origin })).status).toBe(200)
    }
  })
})

describe('form content types are refused', () => {
  it.each([
    ['text/plain', JSON.stringify({ email: 'ada@lovelace.test', password })],
    ['application/x-www-form-urlencoded', `email=ada%40lovelace.test&password=${password}`],
    ['multipart/form-data; boundary=x', '--x--'],
    ['', JSON.stringify({ email: 'ada@lovelace.test', password })],
    ['text/plain; application/json', '{}'],
  ])('%s', async (type, body) => {
    const visitor = newVisitor(site)
    const answer = await post(visitor, '/sign-in/email', body, { 'content-type': type })
    expect(answer.brief).toBe('415 UNSUPPORTED_MEDIA_TYPE')
  })
})

describe('links cannot act', () => {
  it('mutations are refused by GET', async () => {
    for (const { path, method } of mutations) {
      // Three paths have a GET of their own.
      const hasGet = /\/(account-info|verify-email|customer\/portal)$/.test(path)
      if (path.includes(':') || hasGet) continue
      const answer = await get(ada, path.replace('/api/auth', ''))
      expect([method, path, answer.status]).toEqual([method, path, 405])
    }
    expect(await isSignedIn(ada)).toBe(true)
  })

  it('and by method overrides', async () => {
    const headers = { 'x-http-method-override': 'POST', 'x-method-override': 'POST' }
    const answer = await get(ada, '/sign-out?_method=POST', headers)
    expect(answer.status).toBe(405)
  })
})

describe('cross-origin reads', () => {
  it('with cookies are allowed for trusted origins only', async () => {
    const read = (origin: string) => get(ada, '/get-session', { origin })
    const trusted = await read('https://app.example.com')
    expect(trusted.headers.get('access-control-allow-origin')).toBe('https://app.example.com')
    expect(trusted.headers.get('access-control-allow-credentials')).toBe('true')
    expect(trusted.headers.get('vary')).toMatch(/origin/i)
    for (const { origin } of asForeign) {
      const foreign = await read(origin ?? '')
      expect(foreign.headers.get('access-control-allow-origin')).toBeNull()
      expect(foreign.headers.get('vary')).toMatch(/origin/i)
    }
  })
})

describe('session fixation', () => {
  it('a planted cookie does not become a session', async () => {
    const planted = newVisitor(site)
    planted.jar.put('guildhall.session_token', 'planted.by-the-attacker')
    unwrap(await planted.auth.signIn.email({ email: ada.email, password }))
    expect(planted.jar.header()).not.toContain('planted')
  })

  it('the session of an attacker does not become the victim’s', async () => {
    const attacker = await newPerson(site, 'eve@evil.test')
    const victim = newVisitor(site)
    for (const [name, { value }] of attacker.jar.cookies) victim.jar.put(name, value)
    unwrap(await victim.auth.signIn.email({ email: ada.email, password }))
    expect(unwrap(await attacker.auth.getSession()).user.id).toBe(attacker.id)
    expect(unwrap(await victim.auth.getSession()).user.id).toBe(ada.id)
    expect(victim.jar.header()).not.toBe(attacker.jar.header())
  })

  it('each sign-in starts a new session', async () => {
    const sign = () => post(newVisitor(site), '/sign-in/email', { email: ada.email, password })
    const tokens = await Promise.all(Array.from({ length: 5 }, sign))
    expect(new Set(tokens.map(({ body }) => at(body, 'token'))).size).toBe(5)
  })
})
