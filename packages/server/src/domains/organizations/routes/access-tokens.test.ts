import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { type MailingServer, startMailingServer } from '../../../../test/identity.ts'
import {
  createOrganization,
  eventsOf,
  newMember,
  type OwnedOrganization,
} from '../../../../test/owned-organization.ts'
import { newPerson, type Person } from '../../../../test/people.ts'
import { briefOf, inDashboard, newAccessToken, withToken } from '../../../../test/sellers.ts'
import { runOn } from '../../../../test/sql.ts'
import { hasSecretShape, secretPrefixes } from '../../../platform/crypto/tokens.ts'

const db = testDatabase()
const path = '/organization-access-tokens/'
let server: MailingServer
let acme: OwnedOrganization
let admin: Person
let member: Person
let stranger: Person

beforeAll(async () => {
  server = await startMailingServer(db)
  acme = await createOrganization(server)
  admin = await newMember(server, acme, 'admin')
  member = await newMember(server, acme, 'member')
  stranger = await newPerson(server)
})
afterAll(() => server?.stop())

const input = (given: object = {}) => ({
  organization_id: acme.id,
  comment: 'Backend',
  scopes: ['products:read'],
  ...given,
})

const make = (person: Person, given: object = {}, headers: Record<string, string> = {}) =>
  inDashboard(server, person).post(path, input(given), headers)

const nobodys = '00000000-0000-7000-8000-000000000000'

describe('creating an access token', () => {
  it('answers the token once, with its scopes', async () => {
    const scopes = ['organizations:read', 'products:read', 'organizations:read']
    const given = { comment: '  CI  ', expires_in: 'P30D', scopes }
    const { status, body } = await make(acme.owner, given)
    expect(status).toBe(201)
    const { organization_access_token: token, token: secret } = body ?? {}
    expect(token).toEqual({
      id: expect.any(String),
      created_at: expect.any(String),
      modified_at: null,
      scopes: ['organizations:read', 'products:read'],
      expires_at: expect.any(String),
      comment: 'CI',
      last_used_at: null,
      organization_id: acme.id,
    })
    expect(hasSecretShape(secretPrefixes.organizationAccess, String(secret))).toBe(true)
    expect((await withToken(server, String(secret)).get('/organizations/')).status).toBe(200)
  })

  it('is allowed to owners and admins only', async () => {
    expect((await make(admin)).status).toBe(201)
    expect(briefOf(await make(member))).toBe('403 NotPermitted')
    expect(briefOf(await make(stranger))).toBe('422 RequestValidationError body.organization_id')
  })

  it.each<[string, object, string]>([
    ['no organization', { organization_id: undefined }, 'body.organization_id'],
    ['an organization that isn’t there', { organization_id: nobodys }, 'body.organization_id'],
    ['no comment', { comment: ' ' }, 'body.comment'],
    ['a long comment', { comment: 'x'.repeat(201) }, 'body.comment'],
    ['no scope', { scopes: [] }, 'body.scopes'],
    ['an unknown scope', { scopes: ['products:read', 'everything'] }, 'body.scopes.1'],
    ['a right of persons', { scopes: ['organization_access_tokens:write'] }, 'body.scopes.0'],
    ['a lifetime of zero', { expires_in: 'PT0S' }, 'body.expires_in'],
    ['an unknown field', { expires_at: '2030-01-01T00:00:00Z' }, 'body.expires_at'],
  ])('refuses %s', async (_title, given, place) => {
    expect(briefOf(await make(admin, given))).toBe(`422 RequestValidationError ${place}`)
  })

  it('requires a fresh session', async () => {
    const { id } = await newAccessToken(server, acme, ['products:read'])
    const calls = inDashboard(server, acme.owner)
    server.advance(86_400)
    expect(briefOf(await make(acme.owner))).toBe('403 SessionIsNotFresh')
    const wider = { scopes: ['products:write'] }
    expect(briefOf(await calls.patch(`${path}${id}`, wider))).toBe('403 SessionIsNotFresh')
    expect((await calls.patch(`${path}${id}`, { comment: 'Old backend' })).status).toBe(200)
    expect((await calls.remove(`${path}${id}`)).status).toBe(204)
    server.advance(-86_400)
  })

  it('does not store the secret, not even in the idempotent answer', async () => {
    const key = { 'idempotency-key': 'a token, once'.replaceAll(' ', '-') }
    const first = await make(acme.owner, {}, key)
    const again = await make(acme.owner, {}, key)
    expect(first.status).toBe(201)
    expect(again.text).toBe(first.text)
    const secret = String(first.body?.['token'])
    const body = secret.slice(secretPrefixes.organizationAccess.length)
    await server.settle()
    expect(server.logged.some((line) => line.includes(body))).toBe(false)
    expect(await placesHolding(body)).toEqual([])
    const [stored] = await runOn<{ answer: Buffer }>(
      db.ownerUrl,
      'select answer from idempotency_key where key = $1',
      [key['idempotency-key']],
    )
    expect(stored?.answer.length).toBeGreaterThan(100)
    expect(stored?.answer.includes(body)).toBe(false)
  })

  it('happens once per idempotency key, which can’t be reused', async () => {
    const key = { 'idempotency-key': 'one-token' }
    const answers = await Promise.all([1, 2, 3].map(() => make(acme.owner, {}, key)))
    const made = answers.filter(({ status }) => status === 201)
    expect(new Set(made.map(({ text }) => text)).size).toBe(1)
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true)
    const other = await make(acme.owner, { comment: 'Another' }, key)
    expect(briefOf(other)).toBe('422 RequestValidationError header.Idempotency-Key')
  })
})

/** The tables that contain a text. */
async function placesHolding(text: string): Promise<string[]> {
  const tables = await runOn<{ name: string }>(
    db.ownerUrl,
    `select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await runOn(db.ownerUrl, `select from "${name}" t where t::text like $1`, [
      `%${text}%`,
    ])
    if (rows.length > 0) found.push(name)
  }
  return found
}

describe('listing access tokens', () => {
  const comments = async (query: string, person = acme.owner) => {
    const { body } = await inDashboard(server, person).get(`${path}?${query}`)
    return { body, items: JSON.parse(JSON.stringify(body?.['items'] ?? [])) }
  }

  it('answers one organization’s tokens without secrets', async () => {
    const beta = await createOrganization(server)
    for (const comment of ['Bee', 'Ant', 'Cat']) {
      await newAccessToken(server, beta, ['orders:read'], { comment })
    }
    const ofBeta = (query: string) => comments(`organization_id=${beta.id}&${query}`, beta.owner)
    const names = async (query: string) =>
      (await ofBeta(query)).items.map(({ comment }: { comment: string }) => comment)
    expect(await names('')).toEqual(['Bee', 'Ant', 'Cat'])
    expect(await names('sorting=-created_at')).toEqual(['Cat', 'Ant', 'Bee'])
    expect(await names('sorting=comment&limit=2')).toEqual(['Ant', 'Bee'])
    expect(await names('sorting=comment&limit=2&page=2')).toEqual(['Cat'])
    const { body } = await ofBeta('limit=2')
    expect(body).toMatchObject({ pagination: { total_count: 3, max_page: 2 } })
    expect(JSON.stringify(body)).not.toContain(secretPrefixes.organizationAccess)
    expect(await names('sorting=last_used_at')).toHaveLength(3)
  })

  it('is allowed to every member and no one else', async () => {
    const calls = inDashboard(server, member)
    expect((await calls.get(`${path}?organization_id=${acme.id}`)).status).toBe(200)
    const strangers = await inDashboard(server, stranger).get(`${path}?organization_id=${acme.id}`)
    expect(strangers.body).toEqual({ items: [], pagination: { total_count: 0, max_page: 0 } })
  })

  it.each([
    ['', 'query.organization_id'],
    [
      `organization_id=${nobodys}&organization_id=${nobodys.replace('7', '6')}`,
      'query.organization_id',
    ],
    ['organization_id=acme', 'query.organization_id'],
    [`organization_id=${nobodys}&sorting=scopes`, 'query.sorting'],
    [`organization_id=${nobodys}&page=0`, 'query.page'],
    [`organization_id=${nobodys}&limit=-1`, 'query.limit'],
  ])('refuses %s', async (query, place) => {
    const answer = await inDashboard(server, admin).get(`${path}?${query}`)
    expect(briefOf(answer)).toBe(`422 RequestValidationError ${place}`)
  })
})

describe('updating an access token', () => {
  it('takes effect with the next call', async () => {
    const { id, token } = await newAccessToken(server, acme, ['products:read'])
    const update = { name: 'Acme Works' }
    const asBackend = withToken(server, token)
    expect(briefOf(await asBackend.patch(`/organizations/${acme.id}`, update))).toBe(
      '403 NotPermitted',
    )
    const wider = { scopes: ['organizations:write', 'organizations:write'], comment: 'Settings' }
    const changed = await inDashboard(server, admin).patch(`${path}${id}`, wider)
    expect(changed.body).toMatchObject({
      scopes: ['organizations:write'],
      comment: 'Settings',
      modified_at: expect.any(String),
    })
    expect((await asBackend.patch(`/organizations/${acme.id}`, update)).status).toBe(200)
  })

  it('records nothing if nothing changes', async () => {
    const { id } = await newAccessToken(server, acme, ['products:read'])
    const nothing = { comment: null, scopes: null }
    const same = await inDashboard(server, acme.owner).patch(`${path}${id}`, nothing)
    expect(same.body).toMatchObject({ comment: 'Backend', modified_at: null })
  })

  it('is refused to plain members, and not found by others', async () => {
    const { id } = await newAccessToken(server, acme, ['products:read'])
    const act = (person: Person) => [
      inDashboard(server, person).patch(`${path}${id}`, { comment: 'Mine' }),
      inDashboard(server, person).remove(`${path}${id}`),
    ]
    const [patched, removed] = await Promise.all(act(member))
    expect([patched, removed].map((one) => one && briefOf(one))).toEqual([
      '403 NotPermitted',
      '403 NotPermitted',
    ])
    const strangers = await Promise.all([
      ...act(stranger),
      ...act((await createOrganization(server)).owner),
    ])
    expect(strangers.map(briefOf)).toEqual(Array(4).fill('404 ResourceNotFound'))
    const calls = inDashboard(server, acme.owner)
    expect(briefOf(await calls.remove(`${path}${nobodys}`))).toBe('404 ResourceNotFound')
    expect(briefOf(await calls.remove(`${path}mine`))).toBe('422 RequestValidationError path.id')
  })
})

describe('access tokens', () => {
  it('can’t create, read, update or revoke tokens', async () => {
    const { id, token } = await newAccessToken(server, acme, [
      'organizations:write',
      'webhooks:write',
    ])
    const calls = withToken(server, token)
    const answers = await Promise.all([
      calls.get(`${path}?organization_id=${acme.id}`),
      calls.post(path, input()),
      calls.patch(`${path}${id}`, { scopes: ['orders:read'] }),
      calls.remove(`${path}${id}`),
    ])
    for (const { status, body } of answers) {
      expect({ status, ...body }).toEqual({
        status: 403,
        error: 'NotPermitted',
        detail: 'Only a signed-in person may do this, not an access token',
      })
    }
    expect((await calls.get('/organizations/')).status).toBe(200)
  })
})

it('events of a token name the actor and leave out the secret', async () => {
  const beta = await createOrganization(server)
  const { id, token } = await newAccessToken(server, beta, ['products:read'])
  const calls = inDashboard(server, beta.owner)
  await calls.patch(`${path}${id}`, { comment: 'Renamed' })
  await calls.patch(`${path}${id}`, {})
  await calls.remove(`${path}${id}`)
  const events = (await eventsOf(server, beta)).filter(({ objectId }) => objectId === id)
  expect(events.map(({ name, objectVersion }) => `${name} ${objectVersion}`)).toEqual([
    'organization_access_token.created 1',
    'organization_access_token.updated 2',
    'organization_access_token.deleted 3',
  ])
  expect(events.at(-1)?.payload).toMatchObject({
    id,
    comment: 'Renamed',
    organization_id: beta.id,
    actor_user_id: beta.owner.id,
  })
  expect(JSON.stringify(events)).not.toContain(token)
  expect(Object.keys(events[0]?.payload ?? {})).not.toContain('secret_hash')
})

it('deleting an organization deletes its tokens', async () => {
  const beta = await createOrganization(server)
  const { token } = await newAccessToken(server, beta, ['organizations:read'])
  const body = { organizationId: beta.id }
  expect((await beta.owner.browser.post('/api/auth/organization/delete', body)).status).toBe(200)
  expect(briefOf(await withToken(server, token).get('/organizations/'))).toBe('401 Unauthorized')
  const rows = await runOn(db.ownerUrl, 'select from secret_directory where organization_id = $1', [
    beta.id,
  ])
  expect(rows).toEqual([])
})
