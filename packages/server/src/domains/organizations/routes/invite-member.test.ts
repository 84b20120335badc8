import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openBrowser } from '../../../../test/browser.ts'
import { testDatabase } from '../../../../test/database.ts'
import { movableClock } from '../../../../test/movable-clock.ts'
import {
  invitationsOf,
  invite,
  newOrganization,
  newTeam,
  type TestOrganization,
} from '../../../../test/organizations.ts'
import { eventNamesOf } from '../../../../test/owned-organization.ts'
import { newPerson, type Person } from '../../../../test/people.ts'
import { startTestServer, testServer } from '../../../../test/server.ts'
import { newId } from '../../../platform/ids.ts'

const db = testDatabase()
const clock = movableClock()
const server = testServer(db, { GUILDHALL_TEAM_MEMBER_LIMIT: '1' }, { clock })
let owner: Person
let admin: Person
let member: Person
let organization: TestOrganization

beforeAll(async () => {
  owner = await newPerson(server.current)
  admin = await newPerson(server.current)
  member = await newPerson(server.current)
  organization = await newOrganization(server.current, [
    [owner, 'owner'],
    [admin, 'admin'],
    [member, 'member'],
  ])
})

const path = (name: string) => `/api/auth/organization/${name}`
const refusal = (status: number, code: string) => ({ status, body: { code } })
const newAddress = () => `${randomBytes(6).toString('hex')}@example.org`

/** Invites to the active organization. */
const send = ({ browser }: Person, input: object) =>
  browser.post(path('invite-member'), { email: newAddress(), role: 'member', ...input })
const cancel = ({ browser }: Person, invitationId: string) =>
  browser.post(path('cancel-invitation'), { invitationId })

const statusesOf = async (email: string) =>
  (await invitationsOf(server.current, organization, email)).map(({ status }) => status)

describe('inviting a member', () => {
  it('stores the address in lower case for two days', async () => {
    const email = newAddress()
    const answer = await send(admin, { email: email.toUpperCase(), role: ['member', 'admin'] })
    const { body } = answer
    expect(answer).toMatchObject({
      status: 200,
      body: {
        organizationId: organization.id,
        email,
        role: 'member,admin',
        status: 'pending',
        teamId: null,
        inviterId: admin.id,
      },
    })
    const life = Date.parse(String(body?.['expiresAt'])) - Date.parse(String(body?.['createdAt']))
    expect(life).toBe(172_800_000)
  })

  it('requires a fresh session for an owner only', async () => {
    clock.advance(86_400)
    const stale = refusal(403, 'SESSION_IS_NOT_FRESH')
    for (const role of ['owner', 'member,owner']) {
      expect(await send(owner, { role })).toMatchObject(stale)
    }
    expect(await send(owner, { role: 'admin' })).toMatchObject({ status: 200 })
    clock.advance(-86_400)
    expect(await send(owner, { role: 'owner' })).toMatchObject({ status: 200 })
  })

  it('requires a session and a named or active organization', async () => {
    const body = { email: newAddress(), role: 'member' }
    const answer = await openBrowser(server.current.url).post(path('invite-member'), body)
    expect(answer).toMatchObject(refusal(401, 'UNAUTHORIZED'))
    const stranger = await newPerson(server.current)
    expect(await send(stranger, {})).toMatchObject(refusal(400, 'ORGANIZATION_NOT_FOUND'))
  })

  it('refuses strangers alike for existing and missing organizations', async () => {
    const stranger = await newPerson(server.current)
    for (const organizationId of [organization.id, newId('organization')]) {
      const answer = await send(stranger, { organizationId, email: 'no address' })
      expect(answer).toMatchObject(refusal(400, 'MEMBER_NOT_FOUND'))
    }
  })

  it('is allowed to owners and admins, but only owners invite owners', async () => {
    expect(await send(member, {})).toMatchObject({
      status: 403,
      body: { message: 'You are not allowed to invite users to this organization' },
    })
    for (const role of ['owner', 'member,owner', ['member', 'owner']]) {
      expect(await send(admin, { role })).toMatchObject({
        status: 403,
        body: { message: 'you are not allowed to invite user with this role' },
      })
      expect(await send(owner, { role })).toMatchObject({ status: 200 })
    }
  })

  it('refuses unknown roles and malformed addresses', async () => {
    for (const role of ['king', '', [], 'member,king']) {
      expect(await send(owner, { role })).toMatchObject(refusal(400, 'ROLE_NOT_FOUND'))
    }
    for (const email of ['', 'ada', 'ada@', 'a b@example.org', `${'a'.repeat(250)}@example.org`]) {
      expect(await send(owner, { email })).toMatchObject(refusal(400, 'INVALID_EMAIL'))
    }
    for (const input of [{ email: 7 }, { role: 7 }, { teamId: 7 }, { organizationId: 7 }]) {
      expect(await send(owner, input)).toMatchObject(refusal(400, 'VALIDATION_ERROR'))
    }
    expect(await send(owner, { teamId: 'x' })).toMatchObject(refusal(400, 'TEAM_NOT_FOUND'))
    expect(await send(owner, { organizationId: 'x' })).toMatchObject(
      refusal(400, 'MEMBER_NOT_FOUND'),
    )
    expect(await send(owner, { teamId: '', organizationId: '' })).toMatchObject({ status: 200 })
  })

  it('refuses addresses of members in any case', async () => {
    for (const email of [member.email, member.email.toUpperCase()]) {
      expect(await send(owner, { email, resend: true })).toMatchObject({
        status: 400,
        body: { message: 'User is already a member of this organization' },
      })
    }
  })

  it('answers alike for addresses with and without an account', async () => {
    const user = await newPerson(server.current)
    const [known, unknown] = [await send(owner, { email: user.email }), await send(owner, {})]
    const keys = Object.keys(unknown.body ?? {})
    expect(known.status).toBe(unknown.status)
    expect(Object.keys(known.body ?? {})).toEqual(keys)
    for (const mail of (await server.current.sentMails()).slice(-2)) {
      expect(mail.name).toBeNull()
    }
  })
})

describe('an address with an open invitation', () => {
  it('is refused in any case until the invitation expires', async () => {
    const email = newAddress()
    const first = await invite(owner, organization, { email })
    for (const again of [email, email.toUpperCase()]) {
      expect(await send(admin, { email: again })).toMatchObject({
        status: 400,
        body: { message: 'User is already invited to this organization' },
      })
    }
    const [own] = await invitationsOf(server.current, organization, email)
    expect(own?.id).toBe(first)
    clock.advance(172_800)
    expect(await send(admin, { email })).toMatchObject({ status: 200 })
    expect(await statusesOf(email)).toEqual(['canceled', 'pending'])
    clock.advance(-172_800)
  })

  it('can be invited to other organizations', async () => {
    const email = newAddress()
    await invite(owner, organization, { email })
    const other = await newPerson(server.current)
    await newOrganization(server.current, [[other, 'owner']])
    expect(await send(other, { email })).toMatchObject({ status: 200, body: { email } })
    expect(await send(owner, { email: other.email })).toMatchObject({ status: 200 })
  })

  it('gets a new invitation that replaces the open one on request', async () => {
    const email = newAddress()
    const first = await invite(owner, organization, { email, role: 'owner' })
    clock.advance(100)
    const before = (await eventNamesOf(server.current, organization)).length
    const second = await invite(admin, organization, { email, resend: true })
    expect(second).not.toBe(first)
    expect(await invitationsOf(server.current, organization, email)).toEqual([
      { id: first, status: 'canceled', version: 2 },
      { id: second, status: 'pending', version: 1 },
    ])
    expect((await eventNamesOf(server.current, organization)).slice(before)).toEqual([
      'invitation.updated',
      'invitation.created',
    ])
  })
})

describe('the team of an invitation', () => {
  it('must be one of the organization’s, below its limit', async () => {
    const teamId = await newTeam(server.current, organization)
    expect(await send(owner, { teamId })).toMatchObject({ status: 200, body: { teamId } })
    expect(await send(owner, { teamId: null })).toMatchObject({ body: { teamId: null } })
    await db.database.kysely
      .updateTable('member')
      .set({ teamId })
      .where('organizationId', '=', organization.id)
      .where('role', '=', 'admin')
      .execute()
    expect(await send(owner, { teamId })).toMatchObject(refusal(403, 'TEAM_MEMBER_LIMIT_REACHED'))
    const other = await newOrganization(server.current, [
      [await newPerson(server.current), 'owner'],
    ])
    for (const unknown of [newId('team'), await newTeam(server.current, other)]) {
      const answer = await send(owner, { teamId: unknown })
      expect(answer).toMatchObject(refusal(400, 'TEAM_NOT_FOUND'))
    }
  })

  it('is refused where teams are disabled', async () => {
    const without = await startTestServer(db, { GUILDHALL_TEAMS: 'off' })
    onTestFinished(without.stop)
    const person = await newPerson(without)
    await newOrganization(without, [[person, 'owner']])
    const answer = await send(person, { teamId: newId('team') })
    expect(answer).toMatchObject(refusal(400, 'TEAMS_ARE_NOT_ENABLED'))
  })
})

it('the invitation limit counts open invitations only', async () => {
  const later = movableClock()
  const limited = await startTestServer(db, { GUILDHALL_INVITATION_LIMIT: '2' }, { clock: later })
  onTestFinished(limited.stop)
  const person = await newPerson(limited)
  const small = await newOrganization(limited, [[person, 'owner']])
  const emails = [newAddress(), newAddress()] as const
  const first = await invite(person, small, { email: emails[0] })
  await invite(person, small, { email: emails[1] })
  const full = { status: 403, body: { message: 'Invitation limit reached' } }
  expect(await send(person, {})).toMatchObject(full)
  await invite(person, small, { email: emails[1], resend: true })
  expect(await send(person, {})).toMatchObject(full)
  expect(await cancel(person, first)).toMatchObject({ status: 200 })
  expect(await send(person, {})).toMatchObject({ status: 200 })
  expect(await send(person, {})).toMatchObject(full)
  later.advance(172_800)
  expect(await send(person, {})).toMatchObject({ status: 200 })
})

describe('canceling an invitation', () => {
  it('closes an open invitation once', async () => {
    const email = newAddress()
    const id = await invite(owner, organization, { email })
    expect(await cancel(admin, id)).toMatchObject({
      status: 200,
      body: { id, email, status: 'canceled' },
    })
    expect(await cancel(admin, id)).toMatchObject(refusal(400, 'INVITATION_NOT_FOUND'))
    expect((await eventNamesOf(server.current, organization)).at(-1)).toBe('invitation.updated')
  })

  it('closes an expired invitation', async () => {
    const email = newAddress()
    const id = await invite(owner, organization, { email })
    clock.advance(172_800)
    expect(await cancel(owner, id)).toMatchObject({ status: 200 })
    expect(await statusesOf(email)).toEqual(['canceled'])
  })

  it('is allowed to owners and admins of the organization', async () => {
    const id = await invite(owner, organization, { email: newAddress() })
    expect(await cancel(member, id)).toMatchObject({
      status: 403,
      body: { message: 'You are not allowed to cancel this invitation' },
    })
    const stranger = await newPerson(server.current)
    await newOrganization(server.current, [[stranger, 'owner']])
    expect(await cancel(stranger, id)).toMatchObject(refusal(400, 'MEMBER_NOT_FOUND'))
    const anonymous = openBrowser(server.current.url)
    const answer = await anonymous.post(path('cancel-invitation'), { invitationId: id })
    expect(answer).toMatchObject(refusal(401, 'UNAUTHORIZED'))
    expect(await cancel(owner, newId('invitation'))).toMatchObject(
      refusal(400, 'INVITATION_NOT_FOUND'),
    )
    expect(await cancel(owner, 'x')).toMatchObject(refusal(400, 'INVITATION_NOT_FOUND'))
  })
})

describe('listing invitations', () => {
  const list = ({ browser }: Person, query = '') => browser.get(path(`list-invitations${query}`))

  it('answers every status, the newest first, to members who may invite', async () => {
    const person = await newPerson(server.current)
    const own = await newOrganization(server.current, [
      [person, 'admin'],
      [owner, 'owner'],
    ])
    const first = await invite(owner, own, { email: newAddress() })
    await cancel(owner, first)
    const second = await invite(owner, own, { email: newAddress() })
    expect((await list(person)).body).toMatchObject([
      { id: second, status: 'pending' },
      { id: first, status: 'canceled' },
    ])
    const named = await list(owner, `?organizationId=${own.id}`)
    expect(named.body).toEqual((await list(person)).body)
  })

  it('requires an organization and a membership in it', async () => {
    const stranger = await newPerson(server.current)
    expect(await list(stranger)).toMatchObject(refusal(400, 'ORGANIZATION_ID_IS_REQUIRED'))
    for (const organizationId of [organization.id, newId('organization')]) {
      const answer = await list(stranger, `?organizationId=${organizationId}`)
      expect(answer).toMatchObject(refusal(403, 'YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION'))
    }
    const answer = await openBrowser(server.current.url).get(path('list-invitations'))
    expect(answer).toMatchObject(refusal(401, 'UNAUTHORIZED'))
  })
})
