import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openBrowser } from '../../../../test/browser.ts'
import { testDatabase } from '../../../../test/database.ts'
import { newVerifiedPerson } from '../../../../test/identity.ts'
import { movableClock } from '../../../../test/movable-clock.ts'
import {
  invitationsOf,
  invite,
  memberIdOf,
  newOrganization,
  newTeam,
  rolesIn,
} from '../../../../test/organizations.ts'
import { eventNamesOf } from '../../../../test/owned-organization.ts'
import { newPerson, type Person, signInAgain } from '../../../../test/people.ts'
import { startTestServer, type TestServer, testServer } from '../../../../test/server.ts'
import { newId } from '../../../platform/ids.ts'

const db = testDatabase()
const clock = movableClock()
const server = testServer(db, {}, { clock })
let operator: Person

beforeAll(async () => {
  operator = await newPerson(server.current)
})

const path = (name: string) => `/api/auth/organization/${name}`
const refusal = (status: number, code: string) => ({ status, body: { code } })
const notFound = refusal(400, 'INVITATION_NOT_FOUND')
const notTheRecipient = refusal(403, 'YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION')

type Caller = Pick<Person, 'browser'>
const accept = ({ browser }: Caller, invitationId: string) =>
  browser.post(path('accept-invitation'), { invitationId })
const reject = ({ browser }: Caller, invitationId: string) =>
  browser.post(path('reject-invitation'), { invitationId })
const show = ({ browser }: Caller, id: string) => browser.get(path(`get-invitation?id=${id}`))
const ownOf = async ({ browser }: Caller) => (await browser.get(path('list-user-invitations'))).body

const activeOf = async ({ browser }: Caller) =>
  (await browser.get('/api/auth/get-session')).body?.['session']

/** An owner with an organization, and a guest to be invited. */
async function ownerAndGuest(at: TestServer = server.current) {
  const [owner, guest] = await Promise.all([newPerson(at), newVerifiedPerson(at)])
  return { owner, guest, organization: await newOrganization(at, [[owner, 'owner']]) }
}

/** Verifies it as well. */
const giveAddress = ({ id }: Person, email: string) =>
  db.database.pool.query('update users set email = $2, email_verified = true where id = $1', [
    id,
    email,
  ])

async function invited(input: object = {}) {
  const scene = await ownerAndGuest()
  const { owner, guest, organization } = scene
  return { ...scene, id: await invite(owner, organization, { email: guest.email, ...input }) }
}

it('invitations require a session', async () => {
  const anonymous = { browser: openBrowser(server.current.url) }
  const id = newId('invitation')
  const unauthorized = refusal(401, 'UNAUTHORIZED')
  expect(await accept(anonymous, id)).toMatchObject(unauthorized)
  expect(await reject(anonymous, id)).toMatchObject(unauthorized)
  expect(await anonymous.browser.get(path('list-user-invitations'))).toMatchObject(unauthorized)
  expect(await show(anonymous, id)).toMatchObject({
    status: 401,
    body: { code: 'NOT_AUTHENTICATED', message: 'Not authenticated' },
  })
})

it('unknown invitations are not found', async () => {
  const { guest } = await ownerAndGuest()
  for (const answer of [accept, reject, show]) {
    expect(await answer(guest, newId('invitation'))).toMatchObject(notFound)
    for (const mangled of ['x', '', '.', 'x.y', `${newId('invitation')}.`, 'a'.repeat(32)]) {
      expect(await answer(guest, mangled)).toMatchObject(notFound)
    }
  }
})

describe('accepting an invitation', () => {
  it('creates a member with its roles and activates the organization', async () => {
    const { owner, guest, organization, id } = await invited({ role: ['member', 'admin'] })
    const answer = await accept(guest, id)
    expect(answer).toMatchObject({
      status: 200,
      body: {
        invitation: { id, status: 'accepted', email: guest.email, inviterId: owner.id },
        member: {
          organizationId: organization.id,
          userId: guest.id,
          role: 'member,admin',
          teamId: null,
        },
      },
    })
    expect(answer.cookies.join()).toContain('guildhall.session_token=')
    expect(await activeOf(guest)).toMatchObject({ activeOrganizationId: organization.id })
    expect(await eventNamesOf(server.current, organization)).toEqual([
      'invitation.created',
      'member.created',
      'invitation.updated',
    ])
  })

  it('works once', async () => {
    const { guest, organization, id } = await invited()
    expect(await accept(guest, id)).toMatchObject({ status: 200 })
    for (const answer of [accept, reject, show]) {
      expect(await answer(guest, id)).toMatchObject(notFound)
    }
    expect(Object.keys(await rolesIn(server.current, organization))).toHaveLength(2)
  })

  it('requires the invited address, in any case', async () => {
    const { owner, organization } = await ownerAndGuest()
    const email = `MiXeD-${randomBytes(6).toString('hex')}@Example.COM`
    const id = await invite(owner, organization, { email: email.toUpperCase() })
    const guest = await newPerson(server.current, { email })
    await giveAddress(guest, guest.email.toLowerCase())
    expect(await ownOf(guest)).toMatchObject([{ id, organizationName: 'Acme' }])
    expect(await accept(guest, id)).toMatchObject({ status: 200 })
  })

  it('is allowed to the current owner of the address', async () => {
    const { guest, id } = await invited()
    const heir = await newPerson(server.current)
    for (const answer of [accept, reject, show]) {
      expect(await answer(heir, id)).toMatchObject(notTheRecipient)
    }
    const { email } = guest
    await giveAddress(guest, `new-${email}`)
    expect(await accept(guest, id)).toMatchObject(notTheRecipient)
    await giveAddress(heir, email)
    expect(await accept(heir, id)).toMatchObject({ status: 200 })
  })

  it('is refused after it expired', async () => {
    clock.freeze()
    onTestFinished(() => clock.resume())
    const { guest, id } = await invited()
    clock.advance(172_799)
    expect(await show(guest, id)).toMatchObject({ status: 200 })
    clock.advance(1)
    for (const answer of [accept, reject, show]) {
      expect(await answer(guest, id)).toMatchObject(notFound)
    }
    expect(await ownOf(guest)).toEqual([])
  })

  it('is refused after it was canceled or replaced', async () => {
    const { owner, guest, organization, id } = await invited()
    const newer = await invite(owner, organization, { email: guest.email, resend: true })
    expect(await accept(guest, id)).toMatchObject(notFound)
    await owner.browser.post(path('cancel-invitation'), { invitationId: newer })
    expect(await accept(guest, newer)).toMatchObject(notFound)
  })

  it('keeps the roles of an existing member', async () => {
    const { owner, guest, organization, id } = await invited({ role: 'owner' })
    const before = guest.email
    const newEmail = `new-${before}`
    await giveAddress(guest, newEmail)
    const second = await invite(owner, organization, { email: newEmail })
    const joined = await accept(guest, second)
    await giveAddress(guest, before)
    expect(await accept(guest, id)).toMatchObject({
      status: 200,
      body: { invitation: { status: 'accepted' }, member: joined.body?.['member'] },
    })
    expect(await rolesIn(server.current, organization)).toEqual({
      [owner.id]: 'owner',
      [guest.id]: 'member',
    })
  })

  it('is refused if the inviter is no longer a member', async () => {
    const { owner, guest, organization } = await ownerAndGuest()
    const admin = await newVerifiedPerson(server.current)
    const toAdmin = await invite(owner, organization, { email: admin.email, role: 'admin' })
    await accept(admin, toAdmin)
    const id = await invite(admin, organization, { email: guest.email })
    await admin.browser.post(path('leave'), { organizationId: organization.id })
    for (const answer of [accept, show]) {
      expect(await answer(guest, id)).toMatchObject({
        status: 400,
        body: { message: 'Inviter is no longer a member of the organization' },
      })
    }
    expect(await ownOf(guest)).toEqual([])
    expect(await reject(guest, id)).toMatchObject({ status: 200 })
  })

  it.each([
    ['member', 'member'],
    ['admin', 'owner'],
  ])('is refused if the inviter is only %s now and the invitation gives %s', async (now, role) => {
    const [owner, inviter, guest] = await Promise.all([
      newPerson(server.current),
      newPerson(server.current),
      newVerifiedPerson(server.current),
    ])
    const organization = await newOrganization(server.current, [
      [owner, 'owner'],
      [inviter, 'owner'],
    ])
    const memberId = memberIdOf(organization, inviter)
    const setRole = (given: string) =>
      owner.browser.post(path('update-member-role'), { memberId, role: given })
    const id = await invite(inviter, organization, { email: guest.email, role })
    await setRole(now)
    const refused = refusal(403, 'INVITER_IS_NO_LONGER_ALLOWED_TO_INVITE_WITH_THIS_ROLE')
    expect(await accept(guest, id)).toMatchObject(refused)
    await setRole('owner')
    expect(await accept(guest, id)).toMatchObject({ status: 200, body: { member: { role } } })
  })

  it('is allowed to an operator who impersonates the recipient', async () => {
    const { guest, organization, id } = await invited()
    const browser = await signInAgain(server.current, operator)
    await browser.post('/api/auth/admin/impersonate-user', { userId: guest.id })
    expect(await accept({ browser }, id)).toMatchObject({
      status: 200,
      body: { member: { userId: guest.id } },
    })
    expect(await activeOf({ browser })).toMatchObject({
      activeOrganizationId: organization.id,
      impersonatedBy: operator.id,
    })
    expect(await activeOf(guest)).toMatchObject({ activeOrganizationId: null })
  })
})

describe('rejecting an invitation', () => {
  it('closes it without creating a member', async () => {
    const { owner, guest, organization, id } = await invited()
    expect(await reject(guest, id)).toMatchObject({
      status: 200,
      body: { invitation: { id, status: 'rejected' }, member: null },
    })
    expect(await accept(guest, id)).toMatchObject(notFound)
    expect(await rolesIn(server.current, organization)).toEqual({ [owner.id]: 'owner' })
    expect(await eventNamesOf(server.current, organization)).toEqual([
      'invitation.created',
      'invitation.updated',
    ])
    await invite(owner, organization, { email: guest.email })
  })
})

describe('an invitation', () => {
  it('is shown to its recipient with the inviter and the organization', async () => {
    const { owner, guest, organization, id } = await invited()
    expect(await show(guest, id)).toMatchObject({
      status: 200,
      body: {
        id,
        status: 'pending',
        organizationId: organization.id,
        organizationName: organization.name,
        organizationSlug: expect.stringMatching(/^acme-/),
        inviterEmail: owner.email,
      },
    })
    expect(await show(owner, id)).toMatchObject(notTheRecipient)
  })

  it('is listed with the others for the same address', async () => {
    const { guest, id } = await invited()
    const other = await ownerAndGuest()
    const second = await invite(other.owner, other.organization, { email: guest.email })
    expect(await ownOf(guest)).toMatchObject([
      { id: second, organizationName: 'Acme', status: 'pending' },
      { id },
    ])
    await reject(guest, second)
    expect(await ownOf(guest)).toMatchObject([{ id }])
    expect(await ownOf(other.guest)).toEqual([])
  })
})

describe('without the setting for verified addresses', () => {
  it('an invitation is accepted by anyone who signed up with its address', async () => {
    const lax = await startTestServer(db, { GUILDHALL_INVITATION_NEEDS_VERIFIED_EMAIL: 'off' })
    onTestFinished(lax.stop)
    const owner = await newPerson(lax)
    const organization = await newOrganization(lax, [[owner, 'owner']])
    const guest = await newPerson(lax)
    const id = await invite(owner, organization, { email: guest.email })
    expect(await ownOf(guest)).toMatchObject([{ id }])
    expect(await accept(guest, id)).toMatchObject({ status: 200 })
  })
})

describe('the member limit', () => {
  it('applies to accepting invitations', async () => {
    const small = await startTestServer(db, { GUILDHALL_MEMBER_LIMIT: '2' })
    onTestFinished(small.stop)
    const { owner, guest, organization } = await ownerAndGuest(small)
    const late = await newVerifiedPerson(small)
    const first = await invite(owner, organization, { email: guest.email })
    const second = await invite(owner, organization, { email: late.email })
    expect(await accept(guest, first)).toMatchObject({ status: 200 })
    expect(await accept(late, second)).toMatchObject({
      status: 403,
      body: { message: 'Organization membership limit reached' },
    })
    const [still] = await invitationsOf(small, organization, late.email)
    expect(still?.status).toBe('pending')
    await guest.browser.post(path('leave'), { organizationId: organization.id })
    expect(await accept(late, second)).toMatchObject({ status: 200 })
  })
})

describe('an invitation to a team', () => {
  it('adds the member to the team up to its limit', async () => {
    const narrow = await startTestServer(db, { GUILDHALL_TEAM_MEMBER_LIMIT: '1' })
    onTestFinished(narrow.stop)
    const { owner, guest, organization } = await ownerAndGuest(narrow)
    const teamId = await newTeam(narrow, organization)
    const late = await newVerifiedPerson(narrow)
    const first = await invite(owner, organization, { email: guest.email, teamId })
    const second = await invite(owner, organization, { email: late.email, teamId })
    expect(await accept(guest, first)).toMatchObject({ status: 200, body: { member: { teamId } } })
    expect(await accept(late, second)).toMatchObject(refusal(403, 'TEAM_MEMBER_LIMIT_REACHED'))
    expect(await rolesIn(narrow, organization)).not.toHaveProperty(late.id)
  })

  it('adds the member without a team if the team was removed', async () => {
    const { owner, guest, organization } = await ownerAndGuest()
    const teamId = await newTeam(server.current, organization)
    const id = await invite(owner, organization, { email: guest.email, teamId })
    await db.database.kysely
      .deleteFrom('team')
      .where('organizationId', '=', organization.id)
      .where('id', '=', teamId)
      .execute()
    expect(await accept(guest, id)).toMatchObject({
      status: 200,
      body: { invitation: { teamId: null }, member: { teamId: null } },
    })
  })

  it('ignores the team if teams were disabled', async () => {
    const { owner, guest, organization } = await ownerAndGuest()
    const teamId = await newTeam(server.current, organization)
    const id = await invite(owner, organization, { email: guest.email, teamId })
    const without = await startTestServer(db, { GUILDHALL_TEAMS: 'off' }, { clock })
    onTestFinished(without.stop)
    const browser = await signInAgain(without, guest)
    expect(await accept({ browser }, id)).toMatchObject({ body: { member: { teamId: null } } })
  })
})

it('accepting updates the cached session in the cookie', async () => {
  const caching = await startTestServer(db, { GUILDHALL_SESSION_CACHE_SECONDS: '300' })
  onTestFinished(caching.stop)
  const { owner, guest, organization } = await ownerAndGuest(caching)
  const id = await invite(owner, organization, { email: guest.email })
  expect(await activeOf(guest)).toMatchObject({ activeOrganizationId: null })
  await accept(guest, id)
  expect(await activeOf(guest)).toMatchObject({ activeOrganizationId: organization.id })
})

it('a removed member can return only with a new invitation', async () => {
  const { owner, guest, organization, id } = await invited()
  await accept(guest, id)
  const memberIdOrEmail = guest.email
  await owner.browser.post(path('remove-member'), { memberIdOrEmail })
  expect(await accept(guest, id)).toMatchObject(notFound)
  const again = await invite(owner, organization, { email: guest.email })
  expect(await accept(guest, again)).toMatchObject({ status: 200 })
})
