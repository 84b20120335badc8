import { describe, expect, it, onTestFinished } from 'vitest'
import { openBrowser } from '../../../../test/browser.ts'
import { testDatabase } from '../../../../test/database.ts'
import { memberIdOf, newOrganization, newTeam, rolesIn } from '../../../../test/organizations.ts'
import { eventNamesOf } from '../../../../test/owned-organization.ts'
import { newPerson, type Person, signInAgain } from '../../../../test/people.ts'
import { startTestServer, testServer } from '../../../../test/server.ts'
import { newId } from '../../../platform/ids.ts'

const db = testDatabase()
const server = testServer(db)

const path = (name: string) => `/api/auth/organization/${name}`
const post = ({ browser }: Person, name: string, body: object) => browser.post(path(name), body)
const get = ({ browser }: Person, name: string) => browser.get(path(name))
const refusal = (status: number, code: string) => ({ status, body: { code } })
const notFound = refusal(400, 'MEMBER_NOT_FOUND')
const onlyOwner = {
  status: 400,
  body: {
    code: 'YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER',
    message: 'You cannot leave the organization as the only owner',
  },
}

const activeOf = async ({ browser }: Person) =>
  (await browser.get('/api/auth/get-session')).body?.['session']

/** An organization with an owner, an admin and a member. */
async function threeOfThem() {
  const [owner, admin, member] = await Promise.all([
    newPerson(server.current),
    newPerson(server.current),
    newPerson(server.current),
  ])
  const people = [
    [owner, 'owner'],
    [admin, 'admin'],
    [member, 'member'],
  ] as const
  return { owner, admin, member, organization: await newOrganization(server.current, people) }
}

it('members require a session', async () => {
  const browser = openBrowser(server.current.url)
  const memberId = newId('member')
  const answers = await Promise.all([
    browser.get(path('get-active-member')),
    browser.get(path('list-members')),
    browser.post(path('remove-member'), { memberIdOrEmail: memberId }),
    browser.post(path('update-member-role'), { memberId, role: 'admin' }),
    browser.post(path('leave'), { organizationId: newId('organization') }),
  ])
  for (const answer of answers) expect(answer).toMatchObject(refusal(401, 'UNAUTHORIZED'))
})

it('members require a named or active organization', async () => {
  const person = await newPerson(server.current)
  const memberId = newId('member')
  const answers = await Promise.all([
    get(person, 'get-active-member'),
    get(person, 'list-members'),
    post(person, 'remove-member', { memberIdOrEmail: memberId }),
    post(person, 'update-member-role', { memberId, role: 'admin' }),
  ])
  for (const answer of answers) expect(answer).toMatchObject(refusal(400, 'NO_ACTIVE_ORGANIZATION'))
})

describe('the active member', () => {
  it('is the caller’s membership of the active organization', async () => {
    const { member, organization } = await threeOfThem()
    expect(await get(member, 'get-active-member')).toMatchObject({
      status: 200,
      body: {
        id: memberIdOf(organization, member),
        organizationId: organization.id,
        userId: member.id,
        role: 'member',
        teamId: null,
        user: { id: member.id, name: 'Ann Example', email: member.email, image: null },
      },
    })
  })
})

describe('listing members', () => {
  it('answers pages, the oldest first, with the total count', async () => {
    const { owner, admin, member, organization } = await threeOfThem()
    expect((await get(member, 'list-members')).body).toMatchObject({
      members: [{ userId: owner.id }, { userId: admin.id }, { userId: member.id }],
      total: 3,
    })
    const page = `list-members?organizationId=${organization.id}&limit=1&offset=1`
    expect((await get(owner, page)).body).toMatchObject({
      members: [{ userId: admin.id, user: { email: admin.email } }],
      total: 3,
    })
    expect((await get(owner, 'list-members?offset=3')).body).toEqual({ members: [], total: 3 })
  })

  it('searches names and addresses in any case, in this organization only', async () => {
    const owner = await newPerson(server.current, { name: 'Zoë 100%_Sure' })
    const other = await newPerson(server.current, { name: 'Bob' })
    await newOrganization(server.current, [[other, 'owner']])
    await newOrganization(server.current, [
      [owner, 'owner'],
      [await newPerson(server.current), 'member'],
    ])
    const found = async (search: string) =>
      (await get(owner, `list-members?search=${encodeURIComponent(search)}`)).body
    const her = { members: [{ userId: owner.id }], total: 1 }
    expect(await found('ZO')).toMatchObject(her)
    expect(await found('0%_s')).toMatchObject(her)
    expect(await found(` ${owner.email.toUpperCase()} `)).toMatchObject(her)
    expect(await found('%')).toMatchObject(her)
    expect(await found('')).toMatchObject({ total: 2 })
    expect(await found('example')).toMatchObject({ total: 2 })
    expect(await found('bob')).toEqual({ members: [], total: 0 })
  })

  it('refuses strangers alike for existing and missing organizations', async () => {
    const { organization } = await threeOfThem()
    const stranger = await newPerson(server.current)
    for (const organizationId of [organization.id, newId('organization'), 'x']) {
      const answer = await get(stranger, `list-members?organizationId=${organizationId}`)
      expect(answer).toMatchObject(refusal(403, 'YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION'))
    }
  })

  it('refuses invalid pages', async () => {
    const { owner } = await threeOfThem()
    for (const query of ['limit=0', 'limit=1001', 'offset=-1', 'limit=x']) {
      const answer = await get(owner, `list-members?${query}`)
      expect(answer).toMatchObject(refusal(400, 'VALIDATION_ERROR'))
    }
  })
})

describe('removing a member', () => {
  it('by id ends the membership and clears it in sessions', async () => {
    const { owner, member, organization } = await threeOfThem()
    const memberId = memberIdOf(organization, member)
    const second = await signInAgain(server.current, member)
    expect(await activeOf(member)).toMatchObject({ activeOrganizationId: organization.id })
    expect(await post(owner, 'remove-member', { memberIdOrEmail: memberId })).toMatchObject({
      status: 200,
      body: { member: { id: memberId, role: 'member', user: { email: member.email } } },
    })
    expect(Object.keys(await rolesIn(server.current, organization))).not.toContain(member.id)
    expect(await activeOf(member)).toMatchObject({ activeOrganizationId: null })
    expect((await second.get(path('list-members'))).status).toBe(400)
    expect(await get(member, 'get-active-member')).toMatchObject(
      refusal(400, 'NO_ACTIVE_ORGANIZATION'),
    )
    expect(await eventNamesOf(server.current, organization)).toEqual(['member.deleted'])
    expect(await post(owner, 'remove-member', { memberIdOrEmail: memberId })).toMatchObject(
      notFound,
    )
  })

  it('finds the member by address in any case', async () => {
    const { admin, member, organization } = await threeOfThem()
    const memberIdOrEmail = member.email.toUpperCase()
    expect(await post(admin, 'remove-member', { memberIdOrEmail })).toMatchObject({ status: 200 })
    expect(await rolesIn(server.current, organization)).not.toHaveProperty(member.id)
  })

  it('finds no members of other organizations', async () => {
    const { owner, organization } = await threeOfThem()
    const there = await threeOfThem()
    const names = [
      memberIdOf(there.organization, there.member),
      there.member.email,
      there.member.id,
      newId('member'),
      'nobody@example.com',
      '@',
      'x',
      '',
    ]
    for (const memberIdOrEmail of names) {
      const body = { memberIdOrEmail, organizationId: organization.id }
      expect(await post(owner, 'remove-member', body)).toMatchObject(notFound)
    }
    const theirs = { memberIdOrEmail: owner.email, organizationId: there.organization.id }
    expect(await post(owner, 'remove-member', theirs)).toMatchObject(notFound)
    expect(Object.keys(await rolesIn(server.current, there.organization))).toHaveLength(3)
  })

  it('is refused to plain members, and to admins for owners', async () => {
    const { owner, admin, member } = await threeOfThem()
    const notAllowed = refusal(401, 'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER')
    const onlyOwner = refusal(400, 'YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER')
    for (const [by, of, refused] of [
      [member, admin, notAllowed],
      [member, owner, onlyOwner],
      [admin, owner, onlyOwner],
    ] as const) {
      const answer = await post(by, 'remove-member', { memberIdOrEmail: of.email })
      expect(answer).toMatchObject(refused)
    }
  })

  it('lets members remove themselves, except the only owner', async () => {
    const { owner, member, organization } = await threeOfThem()
    const memberIdOrEmail = member.email
    expect(await post(member, 'remove-member', { memberIdOrEmail })).toMatchObject({ status: 200 })
    const self = { memberIdOrEmail: memberIdOf(organization, owner) }
    expect(await post(owner, 'remove-member', self)).toMatchObject(onlyOwner)
  })
})

describe('leaving an organization', () => {
  it('ends the membership and clears the active organization', async () => {
    const { member, organization } = await threeOfThem()
    const body = { organizationId: organization.id }
    const answer = await post(member, 'leave', body)
    expect(answer).toMatchObject({
      status: 200,
      body: { id: memberIdOf(organization, member), userId: member.id, user: { id: member.id } },
    })
    expect(answer.cookies.join()).toContain('guildhall.session_token=')
    expect(await activeOf(member)).toMatchObject({ activeOrganizationId: null })
    expect(await post(member, 'leave', body)).toMatchObject(notFound)
    expect(await eventNamesOf(server.current, organization)).toEqual(['member.deleted'])
  })

  it('keeps another active organization', async () => {
    const { member, organization } = await threeOfThem()
    const second = await newOrganization(server.current, [[member, 'owner']])
    const answer = await post(member, 'leave', { organizationId: organization.id })
    expect(answer).toMatchObject({ status: 200, cookies: [] })
    expect(await activeOf(member)).toMatchObject({ activeOrganizationId: second.id })
  })

  it('is refused to the only owner, whatever other roles they have', async () => {
    const owner = await newPerson(server.current)
    const people = [
      [owner, 'owner,member'],
      [await newPerson(server.current), 'admin'],
    ] as const
    const organization = await newOrganization(server.current, people)
    const answer = await post(owner, 'leave', { organizationId: organization.id })
    expect(answer).toMatchObject(onlyOwner)
  })

  it('refuses strangers alike for existing and missing organizations', async () => {
    const { organization } = await threeOfThem()
    const stranger = await newPerson(server.current)
    for (const organizationId of [organization.id, newId('organization')]) {
      expect(await post(stranger, 'leave', { organizationId })).toMatchObject(notFound)
    }
    expect(await post(stranger, 'leave', {})).toMatchObject(refusal(400, 'VALIDATION_ERROR'))
  })
})

describe('with a cookie that caches the session', () => {
  it('leaving updates the active organization in the cookie', async () => {
    const caching = await startTestServer(db, { GUILDHALL_SESSION_CACHE_SECONDS: '300' })
    onTestFinished(caching.stop)
    const one = await newPerson(caching)
    const other = await newPerson(caching)
    const people = [
      [one, 'owner'],
      [other, 'owner'],
    ] as const
    const { id: organizationId } = await newOrganization(caching, people)
    const fresh = await one.browser.get('/api/auth/get-session?disableCookieCache=true')
    expect(fresh.body).toMatchObject({ session: { activeOrganizationId: organizationId } })
    await post(one, 'leave', { organizationId })
    expect(await activeOf(one)).toMatchObject({ activeOrganizationId: null })
  })
})

describe('the server key', () => {
  const key = 'guildhall_srv_0123456789abcdef0123456789abcdef'
  const headers = { authorization: `Bearer ${key}` }

  it('adds members without an invitation', async () => {
    const limits = { GUILDHALL_MEMBER_LIMIT: '4', GUILDHALL_TEAM_MEMBER_LIMIT: '1' }
    const keyed = await startTestServer(db, { GUILDHALL_SERVER_KEYS: key, ...limits })
    onTestFinished(keyed.stop)
    const [owner, second, third, fourth, fifth] = await Promise.all(
      Array.from({ length: 5 }, () => newPerson(keyed)),
    )
    if (!owner || !second || !third || !fourth || !fifth) throw new Error('five people')
    const organization = await newOrganization(keyed, [[owner, 'owner']])
    const teamId = await newTeam(keyed, organization)
    const browser = openBrowser(keyed.url)
    const add = ({ id: userId }: { readonly id: string }, input: object = {}) => {
      const body = { userId, role: 'member', organizationId: organization.id, ...input }
      return browser.post(path('add-member'), body, headers)
    }
    expect(await add(second, { role: ['member', 'admin'], teamId })).toMatchObject({
      status: 200,
      body: { userId: second.id, role: 'member,admin', teamId, organizationId: organization.id },
    })
    expect(await add(second)).toMatchObject(
      refusal(400, 'USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION'),
    )
    expect(await add(third, { teamId })).toMatchObject(refusal(403, 'TEAM_MEMBER_LIMIT_REACHED'))
    const teamOfOther = await newTeam(keyed, await newOrganization(keyed, [[fifth, 'owner']]))
    for (const unknown of [teamOfOther, newId('team')]) {
      expect(await add(third, { teamId: unknown })).toMatchObject(refusal(400, 'TEAM_NOT_FOUND'))
    }
    expect(await add(third, { role: 'king' })).toMatchObject(refusal(400, 'ROLE_NOT_FOUND'))
    expect(await add({ id: newId('user') })).toMatchObject(refusal(400, 'USER_NOT_FOUND'))
    expect(await add(third, { organizationId: newId('organization') })).toMatchObject(
      refusal(400, 'ORGANIZATION_NOT_FOUND'),
    )
    expect(await add(third, { organizationId: undefined })).toMatchObject(
      refusal(400, 'VALIDATION_ERROR'),
    )
    expect(await add(third, { teamId: null })).toMatchObject({ body: { teamId: null } })
    expect(await add(fourth, { role: 'owner' })).toMatchObject({ body: { role: 'owner' } })
    expect(await add(fifth)).toMatchObject(refusal(403, 'ORGANIZATION_MEMBERSHIP_LIMIT_REACHED'))
    expect(await eventNamesOf(keyed, organization)).toEqual(Array(3).fill('member.created'))
  })

  it('can’t add to teams where they are disabled', async () => {
    const env = { GUILDHALL_SERVER_KEYS: key, GUILDHALL_TEAMS: 'off' }
    const keyed = await startTestServer(db, env)
    onTestFinished(keyed.stop)
    const owner = await newPerson(keyed)
    const organization = await newOrganization(keyed, [[owner, 'owner']])
    const body = {
      userId: (await newPerson(keyed)).id,
      role: 'member',
      organizationId: organization.id,
      teamId: newId('team'),
    }
    const answer = await openBrowser(keyed.url).post(path('add-member'), body, headers)
    expect(answer).toMatchObject(refusal(400, 'TEAMS_ARE_NOT_ENABLED'))
  })

  it('is the only credential that adds members', async () => {
    const { owner, organization } = await threeOfThem()
    const body = { userId: owner.id, role: 'owner', organizationId: organization.id }
    expect(await post(owner, 'add-member', body)).toMatchObject({ status: 404 })
    const keyed = await startTestServer(db, { GUILDHALL_SERVER_KEYS: key })
    onTestFinished(keyed.stop)
    const person = await newPerson(keyed)
    expect(await post(person, 'add-member', body)).toMatchObject(refusal(401, 'UNAUTHORIZED'))
  })
})
