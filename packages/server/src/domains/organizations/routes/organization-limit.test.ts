import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openBrowser, statusesOf } from '../../../../test/browser.ts'
import { testDatabase } from '../../../../test/database.ts'
import { addMember, createOrganization, newSlug } from '../../../../test/owned-organization.ts'
import { newPerson, type Person } from '../../../../test/people.ts'
import { startTestServer, type TestServer, testServer } from '../../../../test/server.ts'
import { runOn } from '../../../../test/sql.ts'
import { newId } from '../../../platform/ids.ts'

const db = testDatabase()
const serverKey = 'guildhall_srv_a-key-of-the-tests-for-the-backend'
const server = testServer(db, {
  GUILDHALL_ORGANIZATION_LIMIT: '3',
  GUILDHALL_SERVER_KEYS: serverKey,
})
let operator: Person

beforeAll(async () => {
  operator = await newPerson(server.current)
})

const create = ({ browser }: Person, input: object = {}) =>
  browser.post('/api/auth/organization/create', { name: 'Acme', slug: newSlug(), ...input })
type Visitor = Pick<Person, 'browser'>
const setLimit = (userId: string, limit: unknown, { browser }: Visitor = operator) =>
  browser.post('/api/auth/admin/set-organization-limit', { userId, limit })
const getLimit = (userId: string, { browser }: Visitor = operator) =>
  browser.get(`/api/auth/admin/get-organization-limit?userId=${userId}`)
const isFull = {
  status: 403,
  body: {
    code: 'YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS',
    message: 'You have reached the maximum number of organizations',
  },
}
const notAllowed = {
  status: 403,
  body: {
    code: 'YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION',
    message: 'You are not allowed to create a new organization',
  },
}

/** Calls with the server key. */
const asServer = (body: object, { url }: TestServer = server.current) =>
  openBrowser(url).post(
    '/api/auth/organization/create',
    { name: 'Acme', slug: newSlug(), ...body },
    { authorization: `Bearer ${serverKey}` },
  )

async function membershipsOf({ id }: Person): Promise<number> {
  const rows = await runOn(db.ownerUrl, 'select from member where user_id = $1', [id])
  return rows.length
}

async function started(env: Readonly<Record<string, string>>): Promise<TestServer> {
  const other = await startTestServer(db, env)
  onTestFinished(other.stop)
  return other
}

describe('the organization limit', () => {
  it('counts all memberships, including those of other creators’ organizations', async () => {
    const person = await newPerson(server.current)
    await addMember(server.current, await createOrganization(server.current), [person, 'member'])
    expect(await create(person)).toMatchObject({ status: 200 })
    expect(await create(person)).toMatchObject({ status: 200 })
    expect(await create(person)).toMatchObject(isFull)
    expect(await asServer({ userId: person.id })).toMatchObject(isFull)
    expect(await membershipsOf(person)).toBe(3)
  })

  it('holds under parallel creations', async () => {
    const person = await newPerson(server.current)
    const answers = await Promise.all(Array.from({ length: 12 }, () => create(person)))
    const refused = Array.from({ length: 9 }, () => 403)
    expect(statusesOf(answers)).toEqual([200, 200, 200, ...refused])
    expect(await membershipsOf(person)).toBe(3)
  })

  it('can be overridden per user by an operator', async () => {
    const person = await newPerson(server.current)
    expect(await getLimit(person.id)).toMatchObject({
      status: 200,
      body: { limit: null, default: 3 },
    })
    expect(await setLimit(person.id, 0)).toMatchObject({ status: 200, body: { limit: 0 } })
    expect(await create(person)).toMatchObject(isFull)
    expect(await setLimit(person.id, 4)).toMatchObject({ status: 200, body: { limit: 4 } })
    expect(await getLimit(person.id)).toMatchObject({ body: { limit: 4, default: 3 } })
    for (let time = 0; time < 4; time += 1) {
      expect(await create(person)).toMatchObject({ status: 200 })
    }
    expect(await create(person)).toMatchObject(isFull)
    expect(await setLimit(person.id, null)).toMatchObject({ status: 200, body: { limit: null } })
    expect(await getLimit(person.id)).toMatchObject({ body: { limit: null, default: 3 } })
  })

  it('is absent by default', async () => {
    const open = await started({})
    const person = await newPerson(open)
    for (let time = 0; time < 4; time += 1) {
      expect(await create(person)).toMatchObject({ status: 200 })
    }
    const visiting = openBrowser(open.url)
    const { email } = operator
    await visiting.post('/api/auth/sign-in/email', { email, password: 'correct horse battery' })
    expect(await getLimit(person.id, { browser: visiting })).toMatchObject({
      body: { limit: null, default: null },
    })
  })
})

describe('setting a user’s organization limit', () => {
  it('is recorded in the user’s activity', async () => {
    const { id, browser } = await newPerson(server.current)
    await setLimit(id, 7)
    await setLimit(id, null)
    const { body } = await browser.get('/api/auth/list-activity')
    const entry = {
      action: 'admin.set-organization-limit',
      title: 'Organization limit set by an operator',
      operatorId: operator.id,
    }
    expect(body?.['activity']).toMatchObject([
      { ...entry, details: { organizationsMax: null } },
      { ...entry, details: { organizationsMax: 7 } },
      { action: 'sign-in' },
      { action: 'sign-up' },
    ])
  })

  it('is allowed to operators only', async () => {
    const person = await newPerson(server.current)
    expect(await setLimit(person.id, 9, person)).toMatchObject({
      status: 403,
      body: { code: 'YOU_ARE_NOT_ALLOWED_TO_UPDATE_USERS' },
    })
    expect(await getLimit(person.id, person)).toMatchObject({
      status: 403,
      body: { code: 'YOU_ARE_NOT_ALLOWED_TO_GET_USER' },
    })
    const anonymous = { browser: openBrowser(server.current.url) }
    expect(await setLimit(person.id, 9, anonymous)).toMatchObject({ status: 401 })
    expect(await getLimit(person.id, anonymous)).toMatchObject({ status: 401 })
    expect(await getLimit(person.id)).toMatchObject({ body: { limit: null } })
  })

  it.each([[-1], [1.5], ['3'], [undefined], [1_000_001]])('cannot set it to %s', async (limit) => {
    expect(await setLimit(operator.id, limit)).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR' },
    })
  })

  it('requires an existing user', async () => {
    const unknown = { status: 404, body: { code: 'USER_NOT_FOUND' } }
    expect(await setLimit(newId('user'), 3)).toMatchObject(unknown)
    expect(await getLimit(newId('user'))).toMatchObject(unknown)
    expect(await getLimit('me')).toMatchObject(unknown)
  })
})

describe('with creation limited to operators', () => {
  it('users and former operators are refused', async () => {
    const closed = await started({ GUILDHALL_ORGANIZATION_CREATE: 'operators' })
    const person = await newPerson(closed)
    expect(await create(person)).toMatchObject(notAllowed)
    await runOn(db.ownerUrl, `update users set role = 'admin' where id = $1`, [person.id])
    expect(await create(person)).toMatchObject({ status: 200 })
    await runOn(db.ownerUrl, `update users set role = 'user' where id = $1`, [person.id])
    expect(await create(person)).toMatchObject(notAllowed)
  })

  it('the server key creates for any user', async () => {
    const closed = await started({
      GUILDHALL_ORGANIZATION_CREATE: 'operators',
      GUILDHALL_SERVER_KEYS: serverKey,
    })
    const { id: userId } = await newPerson(closed)
    expect(await asServer({ userId }, closed)).toMatchObject({ status: 200 })
  })
})

describe('the server key', () => {
  it('creates an organization for a user, and changes no session', async () => {
    const person = await newPerson(server.current)
    const answer = await asServer({ userId: person.id })
    expect(answer).toMatchObject({
      status: 200,
      cookies: [],
      body: { members: [{ userId: person.id, role: 'owner' }] },
    })
    expect((await person.browser.get('/api/auth/get-session')).body).toMatchObject({
      session: { activeOrganizationId: null },
    })
  })

  it('requires an existing user', async () => {
    const unknown = { status: 400, body: { code: 'USER_NOT_FOUND', message: 'User not found' } }
    expect(await asServer({})).toMatchObject(unknown)
    expect(await asServer({ userId: newId('user') })).toMatchObject(unknown)
  })

  it('is refused if the slug is taken', async () => {
    const { slug } = await createOrganization(server.current)
    const { id: userId } = await newPerson(server.current)
    expect(await asServer({ userId, slug })).toMatchObject({
      status: 400,
      body: { code: 'ORGANIZATION_ALREADY_EXISTS' },
    })
  })

  it('must be valid', async () => {
    const { id: userId } = await newPerson(server.current)
    const answer = await openBrowser(server.current.url).post(
      '/api/auth/organization/create',
      { name: 'Acme', slug: newSlug(), userId },
      { authorization: 'Bearer guildhall_srv_another-key' },
    )
    expect(answer).toMatchObject({ status: 401 })
  })
})

describe('with settings', () => {
  it('that disable teams, creation makes no team', async () => {
    const plain = await started({ GUILDHALL_TEAMS: 'off' })
    const { owner, id } = await createOrganization(plain)
    const full = await owner.browser.get('/api/auth/organization/get-full-organization')
    expect(full).toMatchObject({
      status: 200,
      body: { id, members: [{ teamId: null }], teams: null },
    })
    const teams = await runOn(db.ownerUrl, 'select from team where organization_id = $1', [id])
    expect(teams).toEqual([])
  })

  it('that make creators admins too, creators are still owners', async () => {
    const other = await started({ GUILDHALL_CREATOR_ROLE: 'owner,admin' })
    const person = await newPerson(other)
    expect(await create(person)).toMatchObject({ body: { members: [{ role: 'owner,admin' }] } })
  })

  it('that limit members, full organizations show no more', async () => {
    const small = await started({ GUILDHALL_MEMBER_LIMIT: '2' })
    const organization = await createOrganization(small)
    const others = [await newPerson(small), await newPerson(small)]
    for (const one of others) await addMember(small, organization, [one, 'member'])
    const { browser, id } = organization.owner
    const full = await browser.get('/api/auth/organization/get-full-organization')
    expect(full.body).toMatchObject({ members: [{ userId: id }, { userId: others[0]?.id }] })
  })
})
