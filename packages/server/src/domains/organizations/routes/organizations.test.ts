import { describe, expect, it } from 'vitest'
import { openBrowser, statusesOf } from '../../../../test/browser.ts'
import { testDatabase } from '../../../../test/database.ts'
import {
  addMember,
  createOrganization,
  createOrganizationBy,
  eventNamesOf,
  eventsOf,
  newMember,
  newSlug,
} from '../../../../test/owned-organization.ts'
import { newPerson, type Person } from '../../../../test/people.ts'
import { testServer } from '../../../../test/server.ts'
import { runOn } from '../../../../test/sql.ts'
import { newId } from '../../../platform/ids.ts'

const db = testDatabase()
const server = testServer(db)

const path = (name: string) => `/api/auth/organization/${name}`
const post = ({ browser }: Person, name: string, body: object) => browser.post(path(name), body)
const refusal = (status: number, code: string) => ({ status, body: { code } })
const isTaken = {
  status: 400,
  body: { code: 'ORGANIZATION_ALREADY_EXISTS', message: 'Organization already exists' },
}
const noMember = {
  status: 400,
  body: {
    code: 'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION',
    message: 'User is not a member of the organization',
  },
}

const sessionOf = async ({ browser }: Person) =>
  (await browser.get('/api/auth/get-session')).body?.['session']

/** The number of rows of an organization in each table. */
const rowsOf = (table: string, id: string) =>
  runOn(
    db.ownerUrl,
    `select * from ${table} where ${table === 'organization' ? 'id' : 'organization_id'} = $1`,
    [id],
  )

it('organizations require a session', async () => {
  const browser = openBrowser(server.current.url)
  const organizationId = newId('organization')
  const answers = await Promise.all([
    browser.post(path('create'), { name: 'Acme', slug: 'acme' }),
    browser.post(path('check-slug'), { slug: 'acme' }),
    browser.post(path('delete'), { organizationId }),
    browser.get(path('list')),
    browser.post(path('set-active'), {}),
    browser.get(path('get-full-organization')),
    browser.post(path('has-permission'), { permissions: { organization: ['update'] } }),
  ])
  for (const answer of answers) expect(answer).toMatchObject(refusal(401, 'UNAUTHORIZED'))
  expect(await browser.post(path('update'), { data: {} })).toMatchObject({
    status: 401,
    body: { code: 'USER_NOT_FOUND', message: 'User not found' },
  })
})

describe('updating an organization', () => {
  it('changes the given fields in both APIs and records an event', async () => {
    const { owner, id } = await createOrganization(server.current)
    const data = {
      name: ' New name ',
      slug: newSlug(),
      logo: 'https://img.example.com/a.png',
      metadata: { a: 1 },
    }
    const answer = await post(owner, 'update', { data })
    expect(answer.status).toBe(200)
    const createdAt = expect.any(String)
    expect(answer.body).toEqual({ ...data, id, createdAt, name: 'New name' })
    expect((await eventsOf(server.current, { id })).at(-1)).toMatchObject({
      name: 'organization.updated',
      objectVersion: 2,
      payload: {
        name: 'New name',
        slug: data.slug,
        avatar_url: data.logo,
        modified_at: expect.any(String),
      },
    })
    const { body } = await owner.browser.get(path('list'))
    expect(body).toEqual([
      { ...data, id, createdAt, name: 'New name', metadata: '{"a":1}', role: 'owner' },
    ])
  })

  it.each([
    ['an empty logo', { logo: '' }],
    ['a logo of null', { logo: null }],
  ])('clears the logo with %s', async (_title, data) => {
    const { owner } = await createOrganization(server.current, {
      logo: 'https://img.example.com/a.png',
    })
    const answer = await post(owner, 'update', { data })
    expect(answer).toMatchObject({ status: 200, body: { logo: null, name: 'Acme' } })
  })

  it('clears the metadata with null', async () => {
    const { owner } = await createOrganization(server.current, { metadata: { a: 1 } })
    const unchanged = await post(owner, 'update', { data: { name: 'B' } })
    expect(unchanged).toMatchObject({ status: 200, body: { metadata: { a: 1 } } })
    const cleared = await post(owner, 'update', { data: { metadata: null } })
    expect(cleared.status).toBe(200)
    expect(cleared.body).not.toHaveProperty('metadata')
  })

  it('without fields changes and records nothing', async () => {
    const { owner, id } = await createOrganization(server.current)
    const answer = await post(owner, 'update', { data: {} })
    expect(answer).toMatchObject({ status: 200, body: { id, name: 'Acme' } })
    expect(await eventNamesOf(server.current, { id })).not.toContain('organization.updated')
    expect(await rowsOf('organization', id)).toMatchObject([{ version: '1', modified_at: null }])
  })

  it('prefers the named organization over the active one', async () => {
    const { owner, id } = await createOrganization(server.current)
    const active = await createOrganizationBy(owner, { name: 'Active' })
    const answer = await post(owner, 'update', { data: { name: 'B' }, organizationId: id })
    expect(answer).toMatchObject({ status: 200, body: { id, name: 'B' } })
    expect(await rowsOf('organization', active.id)).toMatchObject([{ name: 'Active' }])
  })

  it('refuses a taken slug', async () => {
    const { slug } = await createOrganization(server.current)
    const { owner, id, slug: own } = await createOrganization(server.current)
    expect(await post(owner, 'update', { data: { slug, name: 'B' } })).toMatchObject(isTaken)
    expect(await rowsOf('organization', id)).toMatchObject([{ slug: own, name: 'Acme' }])
    const same = await post(owner, 'update', { data: { slug: own } })
    expect(same).toMatchObject({ status: 200 })
  })

  it('is allowed to admins too, but to no one else', async () => {
    const { id } = await createOrganization(server.current)
    const admin = await newMember(server.current, { id }, 'admin')
    const member = await newMember(server.current, { id }, 'member')
    const change = { data: { name: 'B' }, organizationId: id }
    expect(await post(admin, 'update', change)).toMatchObject({ status: 200 })
    const code = 'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION'
    expect(await post(member, 'update', change)).toMatchObject(refusal(403, code))
    const nothing = await post(member, 'update', { data: {}, organizationId: id })
    expect(nothing).toMatchObject(refusal(403, code))
    expect(await post(await newPerson(server.current), 'update', change)).toMatchObject(noMember)
    for (const organizationId of [newId('organization'), 'acme']) {
      const unknown = { data: { name: 'B' }, organizationId }
      expect(await post(admin, 'update', unknown)).toMatchObject(noMember)
    }
  })

  it('requires a named or active organization', async () => {
    const newcomer = await newPerson(server.current)
    expect(await post(newcomer, 'update', { data: { name: 'B' } })).toMatchObject({
      status: 400,
      body: { code: 'ORGANIZATION_NOT_FOUND', message: 'Organization not found' },
    })
  })

  it('uses the current roles', async () => {
    const { id } = await createOrganization(server.current)
    const admin = await newMember(server.current, { id }, 'admin')
    const change = { data: { name: 'B' }, organizationId: id }
    expect(await post(admin, 'update', change)).toMatchObject({ status: 200 })
    await runOn(db.ownerUrl, `update member set role = 'member' where user_id = $1`, [admin.id])
    expect(await post(admin, 'update', change)).toMatchObject({ status: 403 })
    await runOn(db.ownerUrl, 'delete from member where user_id = $1', [admin.id])
    expect(await post(admin, 'update', change)).toMatchObject(noMember)
  })

  it.each([
    [{ data: { name: '' } }],
    [{ data: { slug: '' } }],
    [{ data: { slug: null } }],
    [{}],
    [{ data: {}, organizationId: 7 }],
  ])('refuses %j', async (body) => {
    const { owner } = await createOrganization(server.current)
    expect(await post(owner, 'update', body)).toMatchObject(refusal(400, 'VALIDATION_ERROR'))
  })
})

describe('deleting an organization', () => {
  it('deletes everything in it and clears it in sessions', async () => {
    const { owner, id, slug } = await createOrganization(server.current, { metadata: { a: 1 } })
    const member = await newMember(server.current, { id }, 'member')
    await post(member, 'set-active', { organizationId: id })
    const invitation = { email: 'new@example.com', role: 'member', organizationId: id }
    await post(owner, 'invite-member', invitation)
    const answer = await post(owner, 'delete', { organizationId: id })
    expect(answer).toMatchObject({
      status: 200,
      body: { id, slug, name: 'Acme', logo: null, metadata: '{"a":1}' },
    })
    for (const table of ['organization', 'member', 'team', 'invitation']) {
      expect(await rowsOf(table, id)).toEqual([])
    }
    expect(await sessionOf(owner)).toMatchObject({ activeOrganizationId: null })
    expect(await sessionOf(member)).toMatchObject({ activeOrganizationId: null })
    expect((await eventsOf(server.current, { id })).at(-1)).toMatchObject({
      name: 'organization.deleted',
      objectVersion: 2,
      payload: { id, slug },
    })
    expect(await post(member, 'check-slug', { slug })).toMatchObject({ status: 200 })
  })

  it('keeps other organizations', async () => {
    const { owner, id } = await createOrganization(server.current)
    const other = await createOrganization(server.current)
    const active = await createOrganizationBy(owner, { name: 'Active' })
    expect(await post(owner, 'delete', { organizationId: id })).toMatchObject({
      status: 200,
      cookies: [],
    })
    expect(await sessionOf(owner)).toMatchObject({ activeOrganizationId: active.id })
    expect(await rowsOf('member', other.id)).toHaveLength(1)
  })

  it('is allowed to owners only', async () => {
    const { owner, id } = await createOrganization(server.current)
    const code = 'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION'
    for (const role of ['admin', 'member']) {
      const person = await newMember(server.current, { id }, role)
      const answer = await post(person, 'delete', { organizationId: id })
      expect(answer).toMatchObject(refusal(403, code))
    }
    const stranger = await newPerson(server.current)
    expect(await post(stranger, 'delete', { organizationId: id })).toMatchObject(noMember)
    expect(await rowsOf('organization', id)).toHaveLength(1)
    const unknown = { organizationId: newId('organization') }
    expect(await post(owner, 'delete', unknown)).toMatchObject(noMember)
    const unnamed = await post(owner, 'delete', {})
    expect(unnamed).toMatchObject(refusal(400, 'VALIDATION_ERROR'))
  })

  it('succeeds once for parallel calls', async () => {
    const { owner, id } = await createOrganization(server.current)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => post(owner, 'delete', { organizationId: id })),
    )
    expect(statusesOf(answers)).toEqual([200, 400, 400, 400, 400])
    const deletions = (await eventNamesOf(server.current, { id })).filter(
      (name) => name === 'organization.deleted',
    )
    expect(deletions).toHaveLength(1)
  })
})

describe('listing organizations', () => {
  it('answers the caller’s organizations in the order of joining', async () => {
    const { owner, id } = await createOrganization(server.current)
    const second = await createOrganization(server.current, { name: 'Second' })
    await addMember(server.current, second, [owner, 'admin,member'])
    const { status, body } = await owner.browser.get(path('list'))
    expect(status).toBe(200)
    expect(body).toMatchObject([
      { id, name: 'Acme', role: 'owner', metadata: null },
      { id: second.id, name: 'Second', role: 'admin,member' },
    ])
    expect((await second.owner.browser.get(path('list'))).body).toHaveLength(1)
  })
})

it('deleting an organization requires a fresh session', async () => {
  const owner = await newPerson(server.current)
  const { id } = await createOrganizationBy(owner)
  await age(owner, '1 day')
  const remove = () => post(owner, 'delete', { organizationId: id })
  expect(await remove()).toMatchObject(refusal(403, 'SESSION_IS_NOT_FRESH'))
  expect(await rowsOf('organization', id)).toHaveLength(1)
  await age(owner, '-1 day')
  expect(await remove()).toMatchObject({ status: 200 })
})

/** How long ago the user signed in, in addition. */
const age = ({ id }: Person, interval: string) =>
  runOn(
    db.ownerUrl,
    'update session set created_at = created_at - $1::interval where user_id = $2',
    [interval, id],
  )
