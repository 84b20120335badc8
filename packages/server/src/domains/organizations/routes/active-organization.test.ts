import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import {
  createOrganization,
  createOrganizationBy,
  newMember,
  newSlug,
} from '../../../../test/owned-organization.ts'
import { goodPassword, newPerson, type Person, signInAgain } from '../../../../test/people.ts'
import { testServer } from '../../../../test/server.ts'
import { runOn } from '../../../../test/sql.ts'
import { newId } from '../../../platform/ids.ts'

const db = testDatabase()
const server = testServer(db, { GUILDHALL_SESSION_CACHE_SECONDS: '300' })

const path = (name: string) => `/api/auth/organization/${name}`
const post = ({ browser }: Person, name: string, body: object) => browser.post(path(name), body)
const full = ({ browser }: Person, query: Readonly<Record<string, string>> = {}) =>
  browser.get(`${path('get-full-organization')}?${new URLSearchParams(query).toString()}`)
const noEntry = {
  status: 403,
  body: {
    code: 'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION',
    message: 'User is not a member of the organization',
  },
}
const nothing = { status: 200, body: null }

/** According to the cached session in the cookie and to the database. */
async function activeOf({ browser }: Pick<Person, 'browser'>) {
  const paths = ['/api/auth/get-session', '/api/auth/get-session?disableCookieCache=true']
  const [cached, current] = await Promise.all(paths.map((one) => browser.get(one)))
  expect(cached?.body?.['session']).toEqual(current?.body?.['session'])
  return activeIn(current?.body?.['session'])
}

const activeIn = (session: unknown) =>
  typeof session === 'object' && session !== null && 'activeOrganizationId' in session
    ? session.activeOrganizationId
    : undefined

describe('setting the active organization', () => {
  it('answers the organization and updates the session cookie', async () => {
    const { owner, id, slug } = await createOrganization(server.current, { metadata: { a: 1 } })
    const second = await createOrganizationBy(owner)
    expect(await activeOf(owner)).toBe(second.id)
    const answer = await post(owner, 'set-active', { organizationId: id })
    expect(answer).toMatchObject({ status: 200, body: { id, slug, metadata: '{"a":1}' } })
    expect(answer.body).toEqual((await full(owner)).body)
    expect(await activeOf(owner)).toBe(id)
  })

  it('affects one session only', async () => {
    const { owner, id } = await createOrganization(server.current)
    const otherBrowser = await signInAgain(server.current, owner)
    expect(await activeOf({ browser: otherBrowser })).toBeNull()
    await otherBrowser.post(path('set-active'), { organizationId: id })
    await post(owner, 'set-active', { organizationId: null })
    expect(await activeOf({ browser: otherBrowser })).toBe(id)
    expect(await activeOf(owner)).toBeNull()
  })

  it('prefers the slug over the id', async () => {
    const { owner, id, slug } = await createOrganization(server.current)
    const second = await createOrganizationBy(owner)
    const names = { organizationSlug: slug, organizationId: second.id }
    expect(await post(owner, 'set-active', names)).toMatchObject({ status: 200, body: { id } })
    expect(await activeOf(owner)).toBe(id)
  })

  it('without a reference answers the active organization', async () => {
    const { owner, id } = await createOrganization(server.current)
    const same = await post(owner, 'set-active', {})
    expect(same).toMatchObject({ status: 200, body: { id }, cookies: [] })
    await post(owner, 'set-active', { organizationId: null })
    expect(await post(owner, 'set-active', {})).toMatchObject(nothing)
  })

  it('clears it with null', async () => {
    const { owner } = await createOrganization(server.current)
    expect(await post(owner, 'set-active', { organizationId: null })).toMatchObject(nothing)
    expect(await activeOf(owner)).toBeNull()
    const again = await post(owner, 'set-active', { organizationId: null })
    expect(again).toMatchObject({ ...nothing, cookies: [] })
  })

  it('keeps the active team if the organization is already active', async () => {
    const { owner, id } = await createOrganization(server.current)
    const [team] = await runOn<{ id: string }>(
      db.ownerUrl,
      'select id from team where organization_id = $1',
      [id],
    )
    await post(owner, 'set-active-team', { teamId: team?.id })
    await post(owner, 'set-active', { organizationId: id })
    const { body } = await owner.browser.get('/api/auth/get-session')
    expect(body).toMatchObject({ session: { activeTeamId: team?.id } })
  })

  it('refuses organizations of others and keeps the active one', async () => {
    const { owner, id } = await createOrganization(server.current)
    const other = await createOrganization(server.current)
    const names = [
      { organizationId: other.id },
      { organizationId: newId('organization') },
      { organizationSlug: other.slug },
      { organizationSlug: newSlug() },
      { organizationSlug: 'Not a slug', organizationId: id },
    ]
    for (const name of names) {
      expect(await post(owner, 'set-active', name)).toMatchObject(noEntry)
    }
    expect(await activeOf(owner)).toBe(id)
    expect(await post(owner, 'set-active', { organizationId: 'acme' })).toMatchObject(noEntry)
  })

  it('never outlives the membership, also under races', async () => {
    const { id } = await createOrganization(server.current)
    for (let time = 0; time < 5; time += 1) {
      const member = await newMember(server.current, { id }, 'member')
      const removed = runOn(db.ownerUrl, 'delete from member where user_id = $1', [member.id])
      const answer = await post(member, 'set-active', { organizationId: id })
      await removed
      expect([200, 403]).toContain(answer.status)
      const { body } = await member.browser.get('/api/auth/get-session?disableCookieCache=true')
      expect(body).toMatchObject({ session: { activeOrganizationId: null } })
    }
  })
})

describe('the active organization', () => {
  const changesPassword = ({ browser }: Person) =>
    browser.post('/api/auth/change-password', {
      currentPassword: goodPassword,
      newPassword: 'another horse battery',
      revokeOtherSessions: true,
    })

  it('is kept when a password change replaces the session', async () => {
    const { owner, id } = await createOrganization(server.current)
    expect(await changesPassword(owner)).toMatchObject({ status: 200 })
    expect(await activeOf(owner)).toBe(id)
  })

  it('never outlives the membership while the session is replaced', async () => {
    const { id } = await createOrganization(server.current)
    for (let time = 0; time < 5; time += 1) {
      const member = await newMember(server.current, { id }, 'member')
      await post(member, 'set-active', { organizationId: id })
      const [answer] = await Promise.all([
        changesPassword(member),
        runOn(db.ownerUrl, 'delete from member where user_id = $1', [member.id]),
      ])
      expect(answer).toMatchObject({ status: 200 })
      const { body } = await member.browser.get('/api/auth/get-session?disableCookieCache=true')
      expect(body).toMatchObject({ session: { activeOrganizationId: null } })
    }
  })

  it('is updated in the cookie by creating and deleting', async () => {
    const { owner, id } = await createOrganization(server.current)
    expect(await activeOf(owner)).toBe(id)
    await post(owner, 'delete', { organizationId: id })
    expect(await activeOf(owner)).toBeNull()
  })
})

describe('a full organization', () => {
  it('contains members, invitations and teams', async () => {
    const { owner, id, slug } = await createOrganization(server.current)
    const member = await newMember(server.current, { id }, 'member')
    const invited = { email: 'New@Example.com', role: 'admin', organizationId: id }
    expect(await post(owner, 'invite-member', invited)).toMatchObject({ status: 200 })
    const answer = await full(owner, { organizationId: id })
    const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    const ofBoth = { id: expect.any(String), organizationId: id, createdAt: instant }
    const teamId = expect.any(String)
    const user = { name: 'Ann Example', image: null }
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      id,
      slug,
      name: 'Acme',
      logo: null,
      metadata: null,
      createdAt: instant,
      members: [
        {
          ...ofBoth,
          userId: owner.id,
          role: 'owner',
          teamId,
          user: { ...user, id: owner.id, email: owner.email },
        },
        {
          ...ofBoth,
          userId: member.id,
          role: 'member',
          teamId: null,
          user: { ...user, id: member.id, email: member.email },
        },
      ],
      invitations: [
        {
          ...ofBoth,
          email: 'new@example.com',
          role: 'admin',
          status: 'pending',
          teamId: null,
          inviterId: owner.id,
          expiresAt: instant,
        },
      ],
      teams: [{ ...ofBoth, id: teamId, name: 'Acme', updatedAt: null }],
    })
  })

  it('is found by slug, by id or as the active one', async () => {
    const { owner, id, slug } = await createOrganization(server.current)
    const active = await createOrganizationBy(owner)
    const body = { id }
    expect(await full(owner, { organizationId: id })).toMatchObject({ status: 200, body })
    expect(await full(owner, { organizationSlug: slug })).toMatchObject({ status: 200, body })
    const both = { organizationSlug: slug, organizationId: active.id }
    expect(await full(owner, both)).toMatchObject({ status: 200, body })
    expect(await full(owner)).toMatchObject({ status: 200, body: { id: active.id } })
    const unnamed = await full(owner, { organizationSlug: '' })
    expect(unnamed).toMatchObject({ status: 200, body: { id: active.id } })
    expect(await activeOf(owner)).toBe(active.id)
  })

  it('is null if none is active', async () => {
    expect(await full(await newPerson(server.current))).toMatchObject(nothing)
  })

  it('is refused to strangers without changing their active one', async () => {
    const { owner, id } = await createOrganization(server.current)
    const other = await createOrganization(server.current)
    const names = [
      { organizationId: other.id },
      { organizationSlug: other.slug },
      { organizationId: newId('organization') },
    ]
    for (const name of names) expect(await full(owner, name)).toMatchObject(noEntry)
    expect(await activeOf(owner)).toBe(id)
    expect(await full(owner, { organizationId: 'acme' })).toMatchObject(noEntry)
  })
})

describe('checking permissions', () => {
  const check = (person: Person, body: object) => post(person, 'has-permission', body)
  const result = (success: boolean) => ({ status: 200, body: { error: null, success } })
  const ofAdmins = { organization: ['update'], member: ['create'] }

  it('uses the current roles', async () => {
    const { owner, id } = await createOrganization(server.current)
    const member = await newMember(server.current, { id }, 'member')
    const request = { permissions: ofAdmins, organizationId: id }
    expect(await check(owner, { permissions: ofAdmins })).toMatchObject(result(true))
    expect(await check(member, request)).toMatchObject(result(false))
    await runOn(db.ownerUrl, `update member set role = 'admin,member' where user_id = $1`, [
      member.id,
    ])
    expect(await check(member, request)).toMatchObject(result(true))
    const toDelete = { ...request, permissions: { organization: ['delete'] } }
    expect(await check(member, toDelete)).toMatchObject(result(false))
  })

  it.each([
    [{ permission: ofAdmins }, true],
    [{ permissions: { organization: ['update', 'delete'] } }, false],
    [{ permissions: { organization: ['update', 'delete'] }, mode: 'all' }, false],
    [{ permissions: { organization: ['update', 'delete'] }, mode: 'any' }, true],
    [{ permissions: { organization: ['update'], team: ['destroy'] } }, false],
    [{ permissions: { universe: ['update'] } }, false],
    [{ permissions: {} }, false],
  ])('answers an admin who sends %j with %s', async (body, success) => {
    const { id } = await createOrganization(server.current)
    const admin = await newMember(server.current, { id }, 'admin')
    expect(await check(admin, { ...body, organizationId: id })).toMatchObject(result(success))
  })

  it('requires a membership and permissions', async () => {
    const { owner, id } = await createOrganization(server.current)
    const stranger = await newPerson(server.current)
    expect(await check(stranger, { permissions: ofAdmins })).toMatchObject({
      status: 400,
      body: { code: 'NO_ACTIVE_ORGANIZATION' },
    })
    for (const organizationId of [id, newId('organization')]) {
      const answer = await check(stranger, { permissions: ofAdmins, organizationId })
      expect(answer).toMatchObject({ ...noEntry, status: 401 })
    }
    for (const body of [{}, { permissions: ['update'] }, { permissions: ofAdmins, mode: 'some' }]) {
      const answer = await check(owner, body)
      expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } })
    }
  })
})
