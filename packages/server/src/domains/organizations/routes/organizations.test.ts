import { describe, expect, it } from 'vitest'
import { openBrowser, statusesOf } from '../../../../test/browser.ts'
import { testDatabase } from '../../../../test/database.ts'
import {
  eventNamesOf,
  eventsOf,
  found,
  foundBy,
  join,
  newMember,
  newSlug,
} from '../../../../test/founding.ts'
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

/** What is there of an organization, table by table. */
const rowsOf = (table: string, id: string) =>
  runOn(
    db.ownerUrl,
    `select * from ${table} where ${table === 'organization' ? 'id' : 'organization_id'} = $1`,
    [id],
  )

it('is for who is signed in', async () => {
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

describe('changing an organization', () => {
  it('changes what is named, for both views, and tells of it', async () => {
    const { owner, id } = await found(server.current)
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
  ])('clears the logo by %s', async (_what, data) => {
    const { owner } = await found(server.current, { logo: 'https://img.example.com/a.png' })
    const answer = await post(owner, 'update', { data })
    expect(answer).toMatchObject({ status: 200, body: { logo: null, name: 'Acme' } })
  })

  it('clears the metadata by null', async () => {
    const { owner } = await found(server.current, { metadata: { a: 1 } })
    const kept = await post(owner, 'update', { data: { name: 'B' } })
    expect(kept).toMatchObject({ status: 200, body: { metadata: { a: 1 } } })
    const cleared = await post(owner, 'update', { data: { metadata: null } })
    expect(cleared.status).toBe(200)
    expect(cleared.body).not.toHaveProperty('metadata')
  })

  it('by nothing changes nothing and tells nothing', async () => {
    const { owner, id } = await found(server.current)
    const answer = await post(owner, 'update', { data: {} })
    expect(answer).toMatchObject({ status: 200, body: { id, name: 'Acme' } })
    expect(await eventNamesOf(server.current, { id })).not.toContain('organization.updated')
    expect(await rowsOf('organization', id)).toMatchObject([{ version: '1', modified_at: null }])
  })

  it('takes the named organization rather than the active one', async () => {
    const { owner, id } = await found(server.current)
    const active = await foundBy(owner, { name: 'Active' })
    const answer = await post(owner, 'update', { data: { name: 'B' }, organizationId: id })
    expect(answer).toMatchObject({ status: 200, body: { id, name: 'B' } })
    expect(await rowsOf('organization', active.id)).toMatchObject([{ name: 'Active' }])
  })

  it('to a slug that is taken is refused', async () => {
    const { slug } = await found(server.current)
    const { owner, id, slug: own } = await found(server.current)
    expect(await post(owner, 'update', { data: { slug, name: 'B' } })).toMatchObject(isTaken)
    expect(await rowsOf('organization', id)).toMatchObject([{ slug: own, name: 'Acme' }])
    const same = await post(owner, 'update', { data: { slug: own } })
    expect(same).toMatchObject({ status: 200 })
  })

  it('is for admins too, but for nobody else', async () => {
    const { id } = await found(server.current)
    const admin = await newMember(server.current, { id }, 'admin')
    const member = await newMember(server.current, { id }, 'member')
    const change = { data: { name: 'B' }, organizationId: id }
    expect(await post(admin, 'update', change)).toMatchObject({ status: 200 })
    const code = 'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION'
    expect(await post(member, 'update', change)).toMatchObject(refusal(403, code))
    const nothing = await post(member, 'update', { data: {}, organizationId: id })
    expect(nothing).toMatchObject(refusal(403, code))
    expect(await post(await newPerson(server.current), 'update', change)).toMatchObject(noMember)
    const unknown = { data: { name: 'B' }, organizationId: newId('organization') }
    expect(await post(admin, 'update', unknown)).toMatchObject(noMember)
  })

  it('needs to know which', async () => {
    const nobody = await newPerson(server.current)
    expect(await post(nobody, 'update', { data: { name: 'B' } })).toMatchObject({
      status: 400,
      body: { code: 'NO_ACTIVE_ORGANIZATION', message: 'No active organization' },
    })
  })

  it('counts a change of roles at once', async () => {
    const { id } = await found(server.current)
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
    [{ data: {}, organizationId: 'acme' }],
  ])('refuses %j', async (body) => {
    const { owner } = await found(server.current)
    expect(await post(owner, 'update', body)).toMatchObject(refusal(400, 'VALIDATION_ERROR'))
  })
})

describe('deleting an organization', () => {
  it('takes everything in it along, and leaves no session in it', async () => {
    const { owner, id, slug } = await found(server.current, { metadata: { a: 1 } })
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

  it('leaves others alone', async () => {
    const { owner, id } = await found(server.current)
    const other = await found(server.current)
    const active = await foundBy(owner, { name: 'Active' })
    expect(await post(owner, 'delete', { organizationId: id })).toMatchObject({
      status: 200,
      cookies: [],
    })
    expect(await sessionOf(owner)).toMatchObject({ activeOrganizationId: active.id })
    expect(await rowsOf('member', other.id)).toHaveLength(1)
  })

  it('is for owners', async () => {
    const { owner, id } = await found(server.current)
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

  it('of several at once does it once', async () => {
    const { owner, id } = await found(server.current)
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

describe('the list of organizations', () => {
  it('has one’s own, in the order of joining', async () => {
    const { owner, id } = await found(server.current)
    const second = await found(server.current, { name: 'Second' })
    await join(server.current, second, [owner, 'admin,member'])
    const { status, body } = await owner.browser.get(path('list'))
    expect(status).toBe(200)
    expect(body).toMatchObject([
      { id, name: 'Acme', role: 'owner', metadata: null },
      { id: second.id, name: 'Second', role: 'admin,member' },
    ])
    expect((await second.owner.browser.get(path('list'))).body).toHaveLength(1)
  })
})
