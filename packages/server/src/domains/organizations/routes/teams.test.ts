import { beforeAll, describe, expect, it } from 'vitest'
import { statusesOf } from '../../../../test/browser.ts'
import { testDatabase } from '../../../../test/database.ts'
import { newPerson, type Person } from '../../../../test/people.ts'
import { testServer } from '../../../../test/server.ts'
import { runOn } from '../../../../test/sql.ts'

const db = testDatabase()
const serverKey = 'guildhall_srv_a-key-of-the-tests-for-the-backend'
const server = testServer(db, {
  GUILDHALL_SERVER_KEYS: serverKey,
  GUILDHALL_TEAM_LIMIT: '3',
  GUILDHALL_TEAM_MEMBER_LIMIT: '2',
})
const unknownId = '00000000-0000-7000-8000-000000000000'

let owner: Person
let member: Person
let outsider: Person
let organizationId: string
let firstTeamId: string
let slugs = 0

async function found(by: Person): Promise<{ id: string; teamId: string }> {
  slugs += 1
  const body = { name: 'Analytical Engines', slug: `engines-${slugs}` }
  const { body: created } = await by.browser.post('/api/auth/organization/create', body)
  const id = String(created?.['id'])
  const [team] = await runOn<{ id: string }>(
    db.ownerUrl,
    `select id from team where organization_id = '${id}'`,
  )
  return { id, teamId: String(team?.id) }
}

async function add(person: Person, input: object = {}): Promise<void> {
  const answer = await fetch(`${server.current.url}/api/auth/organization/add-member`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${serverKey}` },
    body: JSON.stringify({ organizationId, userId: person.id, role: 'member', ...input }),
  })
  expect(answer.status).toBe(200)
}

const call = (person: Person, name: string, body: object) =>
  person.browser.post(`/api/auth/organization/${name}`, body)
const get = (person: Person, name: string, query: Record<string, string> = {}) =>
  person.browser.get(`/api/auth/organization/${name}?${new URLSearchParams(query).toString()}`)

async function newTeam(name = 'Difference'): Promise<string> {
  const made = await call(owner, 'create-team', { name, organizationId })
  expect(made.status).toBe(200)
  return String(made.body?.['id'])
}

beforeAll(async () => {
  owner = await newPerson(server.current)
  member = await newPerson(server.current, { name: 'Mary Member' })
  outsider = await newPerson(server.current)
  const made = await found(owner)
  organizationId = made.id
  firstTeamId = made.teamId
  await add(member)
})

describe('teams', () => {
  it('can be created, listed, renamed and removed by an owner', async () => {
    const created = await call(owner, 'create-team', { name: '  Difference  ' })
    expect(created.body).toEqual({
      id: expect.any(String),
      organizationId,
      name: 'Difference',
      createdAt: expect.any(String),
      updatedAt: created.body?.['createdAt'],
    })
    const teamId = String(created.body?.['id'])
    const renamed = await call(owner, 'update-team', { teamId, data: { name: 'Analysis' } })
    expect(renamed.body).toMatchObject({ id: teamId, name: 'Analysis' })
    const listed = await get(member, 'list-teams', { organizationId })
    expect(listed.body).toMatchObject([{ id: firstTeamId }, { id: teamId, name: 'Analysis' }])
    const removed = await call(owner, 'remove-team', { teamId })
    expect(removed.body).toEqual({ message: 'Team removed successfully.' })
  })

  it('keep their name and modification time without a new name', async () => {
    const before = await get(owner, 'list-teams')
    const same = await call(owner, 'update-team', { teamId: firstTeamId, data: {} })
    expect(same.status).toBe(200)
    expect((await get(owner, 'list-teams')).body).toEqual(before.body)
  })

  it('require a name', async () => {
    const nameless = await call(owner, 'create-team', { name: ' ' })
    expect(nameless).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } })
  })

  it('record events', async () => {
    const teamId = await newTeam('News')
    await call(owner, 'update-team', { teamId, data: { name: 'Newer' } })
    await call(owner, 'remove-team', { teamId })
    await server.current.settle()
    const events = await runOn(
      db.ownerUrl,
      `select name, object_version::int as version, payload->>'name' as called
         from event_log where object_id = '${teamId}' order by sequence`,
    )
    expect(events).toEqual([
      { name: 'team.created', version: 1, called: 'News' },
      { name: 'team.updated', version: 2, called: 'Newer' },
      { name: 'team.deleted', version: 3, called: 'Newer' },
    ])
  })

  it('are limited in number', async () => {
    const extra = [await newTeam('Second'), await newTeam('Third')]
    const fourth = await call(owner, 'create-team', { name: 'Fourth' })
    expect(fourth).toMatchObject({
      status: 400,
      body: { code: 'YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS' },
    })
    for (const teamId of extra) await call(owner, 'remove-team', { teamId })
  })

  it('can’t be removed by their own members, nor can the last one', async () => {
    const own = await call(owner, 'remove-team', { teamId: firstTeamId })
    expect(own).toMatchObject({
      status: 403,
      body: { code: 'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM' },
    })
    const lone = await newPerson(server.current)
    const { id, teamId } = await found(lone)
    await call(lone, 'remove-team-member', { teamId, userId: lone.id, organizationId: id })
    const last = await call(lone, 'remove-team', { teamId, organizationId: id })
    expect(last).toMatchObject({ status: 400, body: { code: 'UNABLE_TO_REMOVE_LAST_TEAM' } })
  })

  it('release their members when they are removed', async () => {
    const teamId = await newTeam()
    await call(owner, 'add-team-member', { teamId, userId: member.id })
    await call(owner, 'invite-member', { email: 'new@example.com', role: 'member', teamId })
    expect((await call(owner, 'remove-team', { teamId })).status).toBe(200)
    const left = await runOn(
      db.ownerUrl,
      `select 1 from member where team_id = '${teamId}'
       union all select 1 from invitation where team_id = '${teamId}'`,
    )
    expect(left).toEqual([])
  })
})

describe('a caller without permission', () => {
  it.each([
    ['create-team', { name: 'Mine' }, 'YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION'],
    ['update-team', { data: { name: 'Mine' } }, 'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM'],
    ['remove-team', {}, 'YOU_ARE_NOT_ALLOWED_TO_DELETE_TEAMS_IN_THIS_ORGANIZATION'],
    ['add-team-member', {}, 'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER'],
    ['remove-team-member', {}, 'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER'],
  ])('with the role of a member can’t %s', async (name, input, code) => {
    const body = { teamId: firstTeamId, userId: member.id, organizationId, ...input }
    expect(await call(member, name, body)).toMatchObject({ status: 403, body: { code } })
  })

  it.each([
    ['create-team', { name: 'Mine' }, 'YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION'],
    ['update-team', { data: {} }, 'YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION'],
    ['remove-team', {}, 'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM'],
    ['add-team-member', {}, 'YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION'],
    ['remove-team-member', {}, 'YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION'],
  ])(
    'of another organization can’t %s, alike for existing and missing organizations',
    async (name, input, code) => {
      for (const id of [organizationId, unknownId]) {
        const body = { teamId: firstTeamId, userId: member.id, organizationId: id, ...input }
        expect(await call(outsider, name, body)).toMatchObject({ status: 403, body: { code } })
      }
    },
  )

  it.each(['list-teams', 'list-team-members'])('of another organization can’t %s', async (name) => {
    const answer = await get(outsider, name, { organizationId, teamId: firstTeamId })
    expect(answer).toMatchObject({
      status: 403,
      body: { code: 'YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION' },
    })
  })

  it.each(['create-team', 'update-team', 'remove-team', 'set-active-team'])(
    'without a named or active organization can’t %s',
    async (name) => {
      const body = { teamId: unknownId, name: 'Mine', data: {} }
      expect(await call(outsider, name, body)).toMatchObject({
        status: 400,
        body: { code: 'NO_ACTIVE_ORGANIZATION' },
      })
    },
  )

  it('without a named or active organization can’t list', async () => {
    expect(await get(outsider, 'list-teams')).toMatchObject({
      status: 400,
      body: { code: 'NO_ACTIVE_ORGANIZATION' },
    })
  })
})

describe('teams of other organizations', () => {
  it.each(['update-team', 'remove-team', 'add-team-member', 'remove-team-member'])(
    'are not found by %s',
    async (name) => {
      const { teamId } = await found(outsider)
      const body = { teamId, userId: member.id, data: { name: 'Taken' }, organizationId }
      expect(await call(owner, name, body)).toMatchObject({
        status: 400,
        body: { code: 'TEAM_NOT_FOUND' },
      })
    },
  )

  it('can’t be listed or made active', async () => {
    const { teamId } = await found(outsider)
    const notFound = { status: 400, body: { code: 'TEAM_NOT_FOUND' } }
    expect(await get(owner, 'list-team-members', { teamId, organizationId })).toMatchObject(
      notFound,
    )
    expect(await call(owner, 'set-active-team', { teamId })).toMatchObject(notFound)
  })
})

describe('a team member', () => {
  it('is in one team at most', async () => {
    const teamId = await newTeam()
    const put = await call(owner, 'add-team-member', { teamId: firstTeamId, userId: member.id })
    expect(put.body).toMatchObject({ userId: member.id, teamId: firstTeamId })
    await call(owner, 'add-team-member', { teamId, userId: member.id })
    const first = await get(owner, 'list-team-members', { teamId: firstTeamId })
    expect(first.body).toMatchObject([{ userId: owner.id }])
    const second = await get(owner, 'list-team-members', { teamId })
    expect(second.body).toMatchObject([{ user: { name: 'Mary Member' } }])
    const taken = await call(owner, 'remove-team-member', { teamId, userId: member.id })
    expect(taken.body).toEqual({ message: 'Team member removed successfully.' })
    const again = await call(owner, 'remove-team-member', { teamId, userId: member.id })
    expect(again).toMatchObject({ status: 403, body: { code: 'USER_IS_NOT_A_MEMBER_OF_THE_TEAM' } })
    await call(owner, 'remove-team', { teamId })
  })

  it('can’t be added to a full team', async () => {
    const third = await newPerson(server.current)
    await add(third)
    await call(owner, 'add-team-member', { teamId: firstTeamId, userId: member.id })
    const full = await call(owner, 'add-team-member', { teamId: firstTeamId, userId: third.id })
    expect(full).toMatchObject({ status: 403, body: { code: 'TEAM_MEMBER_LIMIT_REACHED' } })
    const again = await call(owner, 'add-team-member', { teamId: firstTeamId, userId: member.id })
    expect(again.status).toBe(200)
    await call(owner, 'remove-team-member', { teamId: firstTeamId, userId: member.id })
  })

  it('must be a member of the organization', async () => {
    const answer = await call(owner, 'add-team-member', {
      teamId: firstTeamId,
      userId: outsider.id,
    })
    expect(answer).toMatchObject({ status: 400, body: { code: 'MEMBER_NOT_FOUND' } })
  })
})

describe('the active team', () => {
  const active = async (person: Person) => {
    const { body } = await person.browser.get('/api/auth/get-session')
    return body?.['session']
  }

  it('can be set, read and cleared', async () => {
    const chosen = await call(owner, 'set-active-team', { teamId: firstTeamId })
    expect(chosen.body).toMatchObject({ id: firstTeamId })
    expect(await active(owner)).toMatchObject({ activeTeamId: firstTeamId })
    expect((await call(owner, 'set-active-team', {})).body).toMatchObject({ id: firstTeamId })
    expect((await call(owner, 'set-active-team', { teamId: null })).body).toBeNull()
    expect(await active(owner)).toMatchObject({ activeTeamId: null })
  })

  it('must be the caller’s own', async () => {
    const teamId = await newTeam()
    const other = await call(owner, 'set-active-team', { teamId })
    expect(other).toMatchObject({ status: 403, body: { code: 'USER_IS_NOT_A_MEMBER_OF_THE_TEAM' } })
    await call(owner, 'remove-team', { teamId })
  })

  it('is cleared when the member moves to another team', async () => {
    const teamId = await newTeam()
    await call(owner, 'set-active-team', { teamId: firstTeamId })
    await call(owner, 'add-team-member', { teamId, userId: owner.id })
    expect(await active(owner)).toMatchObject({ activeTeamId: null })
    await call(owner, 'add-team-member', { teamId: firstTeamId, userId: owner.id })
    await call(owner, 'remove-team', { teamId })
  })
})

describe('with teams disabled', () => {
  const without = testServer(db, { GUILDHALL_TEAMS: 'off' })

  it('every endpoint of teams is not found', async () => {
    const person = await newPerson(without.current)
    const answer = await call(person, 'create-team', { name: 'Mine' })
    expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    expect((await get(person, 'list-teams')).status).toBe(404)
  })
})

describe('parallel removals', () => {
  it('keep the last team', async () => {
    const lone = await newPerson(server.current)
    const { id, teamId } = await found(lone)
    await call(lone, 'remove-team-member', { teamId, userId: lone.id, organizationId: id })
    const other = await call(lone, 'create-team', { name: 'Other', organizationId: id })
    const answers = await Promise.all(
      [teamId, String(other.body?.['id'])].map((one) =>
        call(lone, 'remove-team', { teamId: one, organizationId: id }),
      ),
    )
    expect(statusesOf(answers)).toEqual([200, 400])
  })
})
