import type { Operation } from '@guildhall/contract/operation'
import { isScope, type Scope, scopeAllows, scopes } from '@guildhall/contract/organizations/scopes'
import { refusals } from '@guildhall/contract/refusals'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { contractOperations, operationLine } from '../../../../test/contract-operations.ts'
import { testDatabase } from '../../../../test/database.ts'
import { type MailingServer, startMailingServer } from '../../../../test/identity.ts'
import {
  createOrganization,
  newMember,
  type OwnedOrganization,
} from '../../../../test/owned-organization.ts'
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
let acme: OwnedOrganization

beforeAll(async () => {
  server = await startMailingServer(db, { GUILDHALL_SERVER_KEYS: serverKey })
  acme = await createOrganization(server)
})
afterAll(() => server?.stop())

/** The detail and the challenge of a 401 or 403. */
const challengeOf = ({ status, body, headers }: BillingAnswer) => ({
  status,
  ...body,
  challenge: headers.get('www-authenticate'),
})

const invalid = 'This access token is invalid or was revoked'
const invalidToken = {
  status: 401,
  error: 'Unauthorized',
  detail: invalid,
  challenge: `Bearer realm="guildhall", error="invalid_token", error_description="${invalid}"`,
}
const unauthenticated = {
  status: 401,
  error: 'Unauthorized',
  detail: 'Unauthorized',
  challenge: 'Bearer realm="guildhall"',
}

describe('a caller without credentials', () => {
  it('is refused', async () => {
    expect(challengeOf(await withNothing(server).get('/organizations/'))).toEqual(unauthenticated)
  })

  it('is refused, as with a cookie that is no session', async () => {
    const headers = { cookie: 'guildhall.session_token=forged.c2lnbmF0dXJl' }
    expect(challengeOf(await withNothing(server).get('/organizations/', headers))).toEqual(
      unauthenticated,
    )
    expect(challengeOf(await withNothing(server).get('/organizations/', { cookie: '' }))).toEqual(
      unauthenticated,
    )
  })

  it('is refused, as with the basic authentication of a proxy', async () => {
    const headers = { authorization: 'Basic YW5uOnNlY3JldA==' }
    expect(challengeOf(await withNothing(server).get('/organizations/', headers))).toEqual(
      unauthenticated,
    )
  })
})

describe('an access token', () => {
  const { secret: unknown } = makeSecret(secretPrefixes.organizationAccess)

  it.each([
    ['unknown', unknown],
    ['of a wrong checksum', `${unknown.slice(0, -1)}${unknown.endsWith('A') ? 'B' : 'A'}`],
    ['truncated', unknown.slice(0, -2)],
    ['too long', `${unknown}A`],
    ['a customer session', makeSecret(secretPrefixes.customerSession).secret],
    ['a server key', serverKey],
    ['empty', ''],
    ['of another server', 'polar_oat_0123456789'],
  ])('that is %s is refused', async (_title, token) => {
    expect(challengeOf(await withToken(server, token).get('/organizations/'))).toEqual(invalidToken)
  })

  it('that is invalid is refused even with a valid cookie', async () => {
    const calls = inDashboard(server, acme.owner)
    expect((await calls.get('/organizations/')).status).toBe(200)
    for (const shown of [unknown, 'nonsense', '']) {
      const answer = await calls.get('/organizations/', { authorization: `Bearer ${shown}` })
      expect(challengeOf(answer)).toEqual(invalidToken)
    }
  })

  it('works with any case of the scheme and with any cookie', async () => {
    const { token } = await newAccessToken(server, acme, ['organizations:read'])
    for (const authorization of [`bearer ${token}`, `BEARER   ${token}`]) {
      const headers = { authorization, cookie: 'guildhall.session_token=forged' }
      expect((await withNothing(server).get('/organizations/', headers)).status).toBe(200)
    }
  })

  it('is refused after it expired', async () => {
    const input = { expires_in: 'PT1H' }
    const { token } = await newAccessToken(server, acme, ['organizations:read'], input)
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

  it('is refused by every call that starts after the revocation', async () => {
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

  it('revoked while the body is being sent changes nothing', async () => {
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

  it('records its last use to the minute', async () => {
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

/** The age of a fresh session. */
async function bearerOf({ browser, email }: Person): Promise<string> {
  const { headers } = await browser.post('/api/auth/sign-in/email', {
    email,
    password: goodPassword,
  })
  return `Bearer ${headers.get('set-auth-token')}`
}

describe('a signed-in person', () => {
  it('whose session ends while the body is being sent changes nothing', async () => {
    const admin = await newMember(server, acme, 'admin')
    const bearer = await bearerOf(admin)
    server.advance(310)
    const sessions = server.database.kysely.selectFrom('session').select('lastUsedAt')
    const lastUse = () => sessions.orderBy('lastUsedAt', 'desc').limit(1).executeTakeFirstOrThrow()
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

  it('can also send the session as a bearer token', async () => {
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
  ])('may write from %s', async (_title, headers, expected) => {
    const calls = inDashboard(server, acme.owner)
    const answer = await calls.patch(`/organizations/${acme.id}`, { email: null }, headers)
    expect(briefOf(answer)).toBe(expected)
  })

  it.each<[string, Record<string, string>, string]>([
    ['a program that forwards the cookie', {}, '200'],
    ['another site', { 'sec-fetch-site': 'cross-site' }, '403 NotPermitted'],
    ['a sibling', { 'sec-fetch-site': 'same-site' }, '403 NotPermitted'],
  ])('may write without an origin: %s', async (_title, headers, expected) => {
    const cookie = Array.from(acme.owner.browser.cookies, (pair) => pair.join('=')).join('; ')
    const path = `/organizations/${acme.id}`
    const calls = withNothing(server)
    const answer = await calls.patch(path, { email: null }, { cookie, ...headers })
    expect(briefOf(answer)).toBe(expected)
  })
})

const sellerOperations = (await contractOperations()).filter((one) => one.for === 'seller')

/** The refusal of a caller who lacks the right, or that the call was admitted. */
const verdictOf = ({ status, body }: BillingAnswer): string =>
  status === 401 || status === 403 ? `${status} ${String(body?.['detail'])}` : 'admitted'

async function verdictsOf(
  { get, post, put, patch, remove }: BillingCalls,
  tested: readonly Operation[],
): Promise<string[]> {
  const acts = { GET: get, POST: post, PATCH: patch, PUT: put, DELETE: remove }
  const verdicts: string[] = []
  for (const one of tested) {
    const onWire = one.path.replace('/v1', '').replaceAll(/:\w+/g, acme.id)
    verdicts.push(`${operationLine(one)}: ${verdictOf(await acts[one.method](onWire, {}))}`)
  }
  return verdicts
}

function expectedOf({ may = '', refusesUnpermittedAs }: Operation, held: readonly Scope[]): string {
  if (!isScope(may)) return `403 ${refusals.person_required.message}`
  if (scopeAllows(held, may)) return 'admitted'
  const { status, message } = refusals[refusesUnpermittedAs ?? 'insufficient_scope']
  return `${status} ${message.replace('{scope}', may)}`
}

describe('every endpoint of sellers', () => {
  const rights = [...new Set(sellerOperations.map(({ may = '' }) => may))]

  it.each(rights)('that requires %s', async (right) => {
    const operations = sellerOperations.filter(({ may }) => may === right)
    const sufficient = scopes.filter((scope) => isScope(right) && scopeAllows([scope], right))
    const others = scopes.filter((scope) => !sufficient.includes(scope))
    // If all other scopes together are not enough, none of them is.
    for (const held of [others, ...sufficient.map((scope) => [scope])]) {
      const calls = await newBackend(server, acme, held)
      expect(await verdictsOf(calls, operations)).toEqual(
        operations.map((one) => `${operationLine(one)}: ${expectedOf(one, held)}`),
      )
    }
  })

  it('is covered by these tests', () => {
    expect(sellerOperations.length).toBeGreaterThanOrEqual(8)
  })

  it('names the missing scope in its challenge', async () => {
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
