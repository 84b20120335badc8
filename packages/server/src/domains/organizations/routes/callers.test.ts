import type { Endpoint } from '@guildhall/contract/endpoint'
import { isScope, type Scope, scopeAllows, scopes } from '@guildhall/contract/organizations/scopes'
import { refusals } from '@guildhall/contract/refusals'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { contractEndpoints, endpointLine } from '../../../../test/contract-endpoints.ts'
import { testDatabase } from '../../../../test/database.ts'
import { type Founded, found, newMember } from '../../../../test/founding.ts'
import { type MailingServer, startMailingServer } from '../../../../test/identity.ts'
import { goodPassword, type Person } from '../../../../test/people.ts'
import {
  type BillingAnswer,
  type BillingCalls,
  briefOf,
  inDashboard,
  lastUseOf,
  newAccessToken,
  newBackend,
  withNothing,
  withToken,
} from '../../../../test/sellers.ts'
import { slowCall } from '../../../../test/slow-call.ts'
import { makeSecret, secretPrefixes } from '../../../platform/crypto/tokens.ts'

const db = testDatabase()
const serverKey = 'guildhall_srv_of_the_applications_own_backend_0123456789'
let server: MailingServer
let acme: Founded

beforeAll(async () => {
  server = await startMailingServer(db, { GUILDHALL_SERVER_KEYS: serverKey })
  acme = await found(server)
})
afterAll(() => server?.stop())

/** What a 401 or 403 says in its body and its challenge. */
const challengeOf = ({ status, body, headers }: BillingAnswer) => ({
  status,
  ...body,
  challenge: headers.get('www-authenticate'),
})

const invalid = 'This access token is not valid: it is mistyped, or it was revoked'
const invalidToken = {
  status: 401,
  error: 'Unauthorized',
  detail: invalid,
  challenge: `Bearer realm="guildhall", error="invalid_token", error_description="${invalid}"`,
}
const nobody = {
  status: 401,
  error: 'Unauthorized',
  detail: 'Unauthorized',
  challenge: 'Bearer realm="guildhall"',
}

describe('somebody who shows nothing', () => {
  it('is nobody', async () => {
    expect(challengeOf(await withNothing(server).get('/organizations/'))).toEqual(nobody)
  })

  it('as well as somebody whose cookie is no session', async () => {
    const headers = { cookie: 'guildhall.session_token=forged.c2lnbmF0dXJl' }
    expect(challengeOf(await withNothing(server).get('/organizations/', headers))).toEqual(nobody)
    expect(challengeOf(await withNothing(server).get('/organizations/', { cookie: '' }))).toEqual(
      nobody,
    )
  })

  it('and so is a password that a proxy in front asks for', async () => {
    const headers = { authorization: 'Basic YW5uOnNlY3JldA==' }
    expect(challengeOf(await withNothing(server).get('/organizations/', headers))).toEqual(nobody)
  })
})

describe('an access token', () => {
  const { secret: unknown } = makeSecret(secretPrefixes.organizationAccess)

  it.each([
    ['unknown', unknown],
    ['of a wrong checksum', `${unknown.slice(0, -1)}${unknown.endsWith('A') ? 'B' : 'A'}`],
    ['cut short', unknown.slice(0, -2)],
    ['longer than it should be', `${unknown}A`],
    ['of another kind', makeSecret(secretPrefixes.customerSession).secret],
    ['of the application’s own backend', serverKey],
    ['of nothing', ''],
    ['of something else', 'polar_oat_0123456789'],
  ])('that is %s lets nobody in', async (_what, token) => {
    expect(challengeOf(await withToken(server, token).get('/organizations/'))).toEqual(invalidToken)
  })

  it('that is wrong is not made good by a cookie beside it', async () => {
    const calls = inDashboard(server, acme.owner)
    expect((await calls.get('/organizations/')).status).toBe(200)
    for (const shown of [unknown, 'nonsense', '']) {
      const answer = await calls.get('/organizations/', { authorization: `Bearer ${shown}` })
      expect(challengeOf(answer)).toEqual(invalidToken)
    }
  })

  it('lets in however the scheme is written, and whatever cookie is beside it', async () => {
    const { token } = await newAccessToken(server, acme, ['organizations:read'])
    for (const authorization of [`bearer ${token}`, `BEARER   ${token}`]) {
      const headers = { authorization, cookie: 'guildhall.session_token=forged' }
      expect((await withNothing(server).get('/organizations/', headers)).status).toBe(200)
    }
  })

  it('is over at its end', async () => {
    const wish = { expires_in: 'PT1H' }
    const { token } = await newAccessToken(server, acme, ['organizations:read'], wish)
    const calls = withToken(server, token)
    server.advance(3590)
    expect((await calls.get('/organizations/')).status).toBe(200)
    server.advance(11)
    const detail = 'This access token has expired. Create a new one.'
    expect(challengeOf(await calls.get('/organizations/'))).toEqual({
      status: 401,
      error: 'Unauthorized',
      detail,
      challenge: `Bearer realm="guildhall", error="invalid_token", error_description="${detail}"`,
    })
    server.advance(-3601)
  })

  it('is out at once when it is revoked, for every call that begins then', async () => {
    const calls = inDashboard(server, acme.owner)
    for (let round = 0; round < 10; round++) {
      const { id, token } = await newAccessToken(server, acme, ['organizations:write'])
      const asBackend = withToken(server, token)
      const use = () => asBackend.patch(`/organizations/${acme.id}`, { name: `Acme ${round}` })
      const early = Array.from({ length: 8 }, use)
      const revoked = calls.remove(`/organization-access-tokens/${id}`)
      const racing = Array.from({ length: 8 }, use)
      expect((await revoked).status).toBe(204)
      const late = await Promise.all(Array.from({ length: 4 }, use))
      expect(late.map(briefOf)).toEqual(Array(4).fill('401 Unauthorized'))
      const statuses = (await Promise.all([...early, ...racing])).map(({ status }) => status)
      expect(statuses.filter((status) => ![200, 401].includes(status))).toEqual([])
    }
  })

  it('revoked while a body is on its way changes nothing', async () => {
    const { id, token } = await newAccessToken(server, acme, ['organizations:write'])
    const slow = slowCall(server, 'PATCH', `/organizations/${acme.id}`, `Bearer ${token}`)
    await lastUseOf(server, id)
    await inDashboard(server, acme.owner).remove(`/organization-access-tokens/${id}`)
    const answer = await slow.finish({ name: 'Too late' })
    expect([answer.status, await answer.json()]).toEqual([
      401,
      { error: 'Unauthorized', detail: invalid },
    ])
  })

  it('remembers that it was used, to within minutes', async () => {
    const { id, token } = await newAccessToken(server, acme, ['organizations:read'])
    const use = () => withToken(server, token).get('/organizations/')
    await Promise.all(Array.from({ length: 10 }, use))
    const first = await lastUseOf(server, id)
    server.advance(290)
    await use()
    expect(await lastUseOf(server, id)).toEqual(first)
    server.advance(20)
    await use()
    expect((await lastUseOf(server, id)).getTime()).toBeGreaterThan(first.getTime() + 300_000)
    server.advance(-310)
  })
})

/** Of a session in which they have just signed in. */
async function bearerOf({ browser, email }: Person): Promise<string> {
  const { headers } = await browser.post('/api/auth/sign-in/email', {
    email,
    password: goodPassword,
  })
  return `Bearer ${headers.get('set-auth-token')}`
}

describe('a person', () => {
  it('whose session ends while a body is on its way changes nothing', async () => {
    const admin = await newMember(server, acme, 'admin')
    const bearer = await bearerOf(admin)
    server.advance(310)
    const noted = server.database.kysely.selectFrom('session').select('lastUsedAt')
    const lastUse = () => noted.orderBy('lastUsedAt', 'desc').limit(1).executeTakeFirstOrThrow()
    const before = await lastUse()
    const slow = slowCall(server, 'PATCH', `/organizations/${acme.id}`, bearer)
    await vi.waitFor(async () => expect(await lastUse()).not.toEqual(before))
    expect((await admin.browser.post('/api/auth/sign-out', {})).status).toBe(200)
    const answer = await slow.finish({ name: 'Too late' })
    expect([answer.status, await answer.json()]).toEqual([
      403,
      { error: 'NotPermitted', detail: 'Your role in this organization does not allow this' },
    ])
    server.advance(-310)
  })

  it('is let in by a session shown as a bearer, too', async () => {
    const headers = { authorization: await bearerOf(await newMember(server, acme, 'admin')) }
    const path = `/organizations/${acme.id}`
    const answer = await withNothing(server).patch(path, { email: null }, headers)
    expect(answer.status).toBe(200)
  })

  it.each<[string, Record<string, string>, string]>([
    ['its own origin', {}, '200'],
    ['another site', { origin: 'https://evil.com' }, '403 NotPermitted'],
    ['a page in a frame without one', { origin: 'null' }, '403 NotPermitted'],
    ['a look-alike', { origin: 'https://app.example.com.evil.com' }, '403 NotPermitted'],
    ['a site that is trusted', { origin: 'https://app.example.com' }, '200'],
  ])('changes something from %s', async (_what, headers, expected) => {
    const calls = inDashboard(server, acme.owner)
    const answer = await calls.patch(`/organizations/${acme.id}`, { email: null }, headers)
    expect(briefOf(answer)).toBe(expected)
  })

  it('changes nothing without saying from where', async () => {
    const cookie = Array.from(acme.owner.browser.cookies, (pair) => pair.join('=')).join('; ')
    const path = `/organizations/${acme.id}`
    for (const site of [
      {},
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]) {
      const answer = await withNothing(server).patch(path, { email: null }, { cookie, ...site })
      expect(briefOf(answer)).toBe('403 NotPermitted')
    }
  })
})

const sellerEndpoints = (await contractEndpoints()).filter((one) => one.for === 'seller')

/** How whoever may not call is refused, or that they are let in. */
const verdictOf = ({ status, body }: BillingAnswer): string =>
  status === 401 || status === 403 ? `${status} ${String(body?.['detail'])}` : 'let in'

async function verdictsOf(
  { get, post, put, patch, remove }: BillingCalls,
  asked: readonly Endpoint[],
): Promise<string[]> {
  const acts = { GET: get, POST: post, PATCH: patch, PUT: put, DELETE: remove }
  const verdicts: string[] = []
  for (const one of asked) {
    const onWire = one.path.replace('/v1', '').replaceAll(/:\w+/g, acme.id)
    verdicts.push(`${endpointLine(one)}: ${verdictOf(await acts[one.method](onWire, {}))}`)
  }
  return verdicts
}

function expectedOf({ may = '', refusesUnpermittedAs }: Endpoint, held: readonly Scope[]): string {
  if (!isScope(may)) return `403 ${refusals.person_required.message}`
  if (scopeAllows(held, may)) return 'let in'
  const { status, message } = refusals[refusesUnpermittedAs ?? 'insufficient_scope']
  return `${status} ${message.replace('{scope}', may)}`
}

describe('every call of sellers', () => {
  const rights = [...new Set(sellerEndpoints.map(({ may = '' }) => may))]

  it.each(rights)('that asks for %s', async (right) => {
    const asking = sellerEndpoints.filter(({ may }) => may === right)
    const good = scopes.filter((scope) => isScope(right) && scopeAllows([scope], right))
    const others = scopes.filter((scope) => !good.includes(scope))
    // Whom all the others together don't let in, none of them does.
    for (const held of [others, ...good.map((scope) => [scope])]) {
      const calls = await newBackend(server, acme, held)
      expect(await verdictsOf(calls, asking)).toEqual(
        asking.map((one) => `${endpointLine(one)}: ${expectedOf(one, held)}`),
      )
    }
  })

  it('and there are such calls', () => {
    expect(sellerEndpoints.length).toBeGreaterThanOrEqual(8)
  })

  it('a scope that is missing is named for whoever reads headers', async () => {
    const { token } = await newAccessToken(server, acme, ['products:write'])
    const detail = 'This access token lacks the scope organizations:read'
    expect(challengeOf(await withToken(server, token).get('/organizations/'))).toEqual({
      status: 403,
      error: 'NotPermitted',
      detail,
      challenge:
        `Bearer realm="guildhall", error="insufficient_scope", ` +
        `error_description="${detail}", scope="organizations:read"`,
    })
  })
})
