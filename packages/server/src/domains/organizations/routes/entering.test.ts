import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { found, foundBy, newMember, newSlug } from '../../../../test/founding.ts'
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

/** As the browser's cached session says, and as the database does. */
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

describe('choosing the active organization', () => {
  it('answers the organization, and the cached session says so too', async () => {
    const { owner, id, slug } = await found(server.current, { metadata: { a: 1 } })
    const second = await foundBy(owner)
    expect(await activeOf(owner)).toBe(second.id)
    const answer = await post(owner, 'set-active', { organizationId: id })
    expect(answer).toMatchObject({ status: 200, body: { id, slug, metadata: '{"a":1}' } })
    expect(answer.body).toEqual((await full(owner)).body)
    expect(await activeOf(owner)).toBe(id)
  })

  it('is the matter of one session', async () => {
    const { owner, id } = await found(server.current)
    const elsewhere = await signInAgain(server.current, owner)
    expect(await activeOf({ browser: elsewhere })).toBeNull()
    await elsewhere.post(path('set-active'), { organizationId: id })
    await post(owner, 'set-active', { organizationId: null })
    expect(await activeOf({ browser: elsewhere })).toBe(id)
    expect(await activeOf(owner)).toBeNull()
  })

  it('goes by the slug before the id', async () => {
    const { owner, id, slug } = await found(server.current)
    const second = await foundBy(owner)
    const names = { organizationSlug: slug, organizationId: second.id }
    expect(await post(owner, 'set-active', names)).toMatchObject({ status: 200, body: { id } })
    expect(await activeOf(owner)).toBe(id)
  })

  it('without a name answers the one that is active', async () => {
    const { owner, id } = await found(server.current)
    const same = await post(owner, 'set-active', {})
    expect(same).toMatchObject({ status: 200, body: { id }, cookies: [] })
    await post(owner, 'set-active', { organizationId: null })
    expect(await post(owner, 'set-active', {})).toMatchObject(nothing)
  })

  it('chooses none by null', async () => {
    const { owner } = await found(server.current)
    expect(await post(owner, 'set-active', { organizationId: null })).toMatchObject(nothing)
    expect(await activeOf(owner)).toBeNull()
    const again = await post(owner, 'set-active', { organizationId: null })
    expect(again).toMatchObject({ ...nothing, cookies: [] })
  })

  it('keeps the active team of the one that is active already', async () => {
    const { owner, id } = await found(server.current)
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

  it('refuses what one is no member of, and leaves what is active', async () => {
    const { owner, id } = await found(server.current)
    const other = await found(server.current)
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
    const wrong = await post(owner, 'set-active', { organizationId: 'acme' })
    expect(wrong).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } })
  })

  it('ends with the membership, also while it is chosen', async () => {
    const { id } = await found(server.current)
    for (let time = 0; time < 5; time += 1) {
      const member = await newMember(server.current, { id }, 'member')
      const gone = runOn(db.ownerUrl, 'delete from member where user_id = $1', [member.id])
      const answer = await post(member, 'set-active', { organizationId: id })
      await gone
      expect([200, 403]).toContain(answer.status)
      const { body } = await member.browser.get('/api/auth/get-session?disableCookieCache=true')
      expect(body).toMatchObject({ session: { activeOrganizationId: null } })
    }
  })
})

describe('what is active', () => {
  const changesPassword = ({ browser }: Person) =>
    browser.post('/api/auth/change-password', {
      currentPassword: goodPassword,
      newPassword: 'another horse battery',
      revokeOtherSessions: true,
    })

  it('stays so when a new password begins the session anew', async () => {
    const { owner, id } = await found(server.current)
    expect(await changesPassword(owner)).toMatchObject({ status: 200 })
    expect(await activeOf(owner)).toBe(id)
  })

  it('ends with the membership, also while the session begins anew', async () => {
    const { id } = await found(server.current)
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

  it('is told by the cookie after creating and deleting', async () => {
    const { owner, id } = await found(server.current)
    expect(await activeOf(owner)).toBe(id)
    await post(owner, 'delete', { organizationId: id })
    expect(await activeOf(owner)).toBeNull()
  })
})

describe('an organization as a whole', () => {
  it('has members, invitations and teams', async () => {
    const { owner, id, slug } = await found(server.current)
    const member = await newMember(server.current, { id }, 'member')
    const invited = { email: 'New@Example.com', role: 'admin', organizationId: id }
    expect(await post(owner, 'invite-member', invited)).toMatchObject({ status: 200 })
    const answer = await full(member, { organizationId: id })
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

  it('is asked for by slug, by id, or is the active one', async () => {
    const { owner, id, slug } = await found(server.current)
    const active = await foundBy(owner)
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

  it('is null where none is active', async () => {
    expect(await full(await newPerson(server.current))).toMatchObject(nothing)
  })

  it('is for members, and whoever asks keeps what is active', async () => {
    const { owner, id } = await found(server.current)
    const other = await found(server.current)
    const names = [
      { organizationId: other.id },
      { organizationSlug: other.slug },
      { organizationId: newId('organization') },
    ]
    for (const name of names) expect(await full(owner, name)).toMatchObject(noEntry)
    expect(await activeOf(owner)).toBe(id)
    const wrong = await full(owner, { organizationId: 'acme' })
    expect(wrong).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } })
  })
})

describe('asking what one may do', () => {
  const asks = (person: Person, body: object) => post(person, 'has-permission', body)
  const says = (success: boolean) => ({ status: 200, body: { error: null, success } })
  const ofAdmins = { organization: ['update'], member: ['create'] }

  it('goes by the roles held at the moment', async () => {
    const { owner, id } = await found(server.current)
    const member = await newMember(server.current, { id }, 'member')
    const asked = { permissions: ofAdmins, organizationId: id }
    expect(await asks(owner, { permissions: ofAdmins })).toMatchObject(says(true))
    expect(await asks(member, asked)).toMatchObject(says(false))
    await runOn(db.ownerUrl, `update member set role = 'admin,member' where user_id = $1`, [
      member.id,
    ])
    expect(await asks(member, asked)).toMatchObject(says(true))
    const toDelete = { ...asked, permissions: { organization: ['delete'] } }
    expect(await asks(member, toDelete)).toMatchObject(says(false))
  })

  it.each([
    [{ permission: ofAdmins }, true],
    [{ permissions: { organization: ['update', 'delete'] } }, false],
    [{ permissions: { organization: ['update', 'delete'] }, mode: 'all' }, false],
    [{ permissions: { organization: ['update', 'delete'] }, mode: 'any' }, true],
    [{ permissions: { organization: ['update'], team: ['destroy'] } }, false],
    [{ permissions: { universe: ['update'] } }, false],
    [{ permissions: {} }, false],
  ])('of an admin, %j: %s', async (body, success) => {
    const { id } = await found(server.current)
    const admin = await newMember(server.current, { id }, 'admin')
    expect(await asks(admin, { ...body, organizationId: id })).toMatchObject(says(success))
  })

  it('needs a membership and a question', async () => {
    const { owner, id } = await found(server.current)
    const stranger = await newPerson(server.current)
    expect(await asks(stranger, { permissions: ofAdmins })).toMatchObject({
      status: 400,
      body: { code: 'NO_ACTIVE_ORGANIZATION' },
    })
    for (const organizationId of [id, newId('organization')]) {
      const answer = await asks(stranger, { permissions: ofAdmins, organizationId })
      expect(answer).toMatchObject({ ...noEntry, status: 401 })
    }
    for (const body of [{}, { permissions: ['update'] }, { permissions: ofAdmins, mode: 'some' }]) {
      const answer = await asks(owner, body)
      expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } })
    }
  })
})
