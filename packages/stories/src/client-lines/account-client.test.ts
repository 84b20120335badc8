import { notServed } from '@guildhall/contract/not-served'
import { betterAuth } from 'better-auth-17'
import { createAuthClient } from 'better-auth-17/client'
import { adminClient, organizationClient, usernameClient } from 'better-auth-17/client/plugins'
import { admin, organization, username } from 'better-auth-17/plugins'
import { describe, expect, it } from 'vitest'
import { contractOperations } from '../../../server/test/contract-operations.ts'
import { refusal, unwrap } from '../answers.ts'
import { newCookieJar } from '../cookie-jar.ts'
import { password } from '../people.ts'
import { testSite } from '../site.ts'

// The newest line of the client for accounts and organizations, unmodified.

const site = testSite()

interface Answer<T> {
  readonly data: T | null
  readonly error: object | null
}

interface Made {
  readonly id: string
}

type Call = <T = Made>(...input: readonly object[]) => Promise<Answer<T>>

interface Client {
  readonly $fetch: <T>(path: string, init: object) => Promise<Answer<T>>
  readonly signUp: Readonly<Record<'email', Call>>
  readonly signIn: Readonly<Record<'username', Call>>
  readonly organization: Readonly<Record<(typeof organizationCalls)[number], Call>>
}

type Visitor = Client & Readonly<Record<(typeof accountCalls)[number], Call>>

const accountCalls = [
  'changeEmail',
  'changePassword',
  'deleteUser',
  'getSession',
  'isUsernameAvailable',
  'listAccounts',
  'listSessions',
  'requestPasswordReset',
  'revokeOtherSessions',
  'sendVerificationEmail',
  'signOut',
  'updateUser',
] as const

const organizationCalls = [
  'acceptInvitation',
  'addTeamMember',
  'cancelInvitation',
  'checkSlug',
  'create',
  'createTeam',
  'delete',
  'getActiveMember',
  'getActiveMemberRole',
  'getFullOrganization',
  'getOrganization',
  'hasPermission',
  'inviteMember',
  'leave',
  'list',
  'listInvitations',
  'listMembers',
  'listTeamMembers',
  'listTeams',
  'listUserInvitations',
  'listUserTeams',
  'removeTeam',
  'removeTeamMember',
  'setActive',
  'setActiveTeam',
  'update',
  'updateMemberRole',
  'updateTeam',
] as const

/** Its types are bypassed, since they don’t compile with exact optional properties. */
function newVisitor(): Visitor {
  const options = {
    baseURL: site.url,
    plugins: [usernameClient(), adminClient(), organizationClient({ teams: { enabled: true } })],
    fetchOptions: { customFetchImpl: newCookieJar(site.url).fetch },
  }
  const make: Function = createAuthClient
  return Reflect.apply(make, undefined, [options])
}

interface Person {
  readonly visitor: Visitor
  readonly id: string
  readonly email: string
}

async function newPerson(name: string): Promise<Person> {
  const visitor = newVisitor()
  const email = `${name}@later.test`
  const input = { name, email, password, username: name.replaceAll('-', '_') }
  const { user } = unwrap(await visitor.signUp.email<{ user: { id: string } }>(input))
  return { visitor, id: user.id, email }
}

/** An owner whose organization is active, and a member. */
async function newGuild(name: string) {
  const owner = await newPerson(name)
  const guild = unwrap<Made>(await owner.visitor.organization.create({ name, slug: name }))
  const member = await newPerson(`${name}-member`)
  const invited = { email: member.email, role: 'member' }
  unwrap(await owner.visitor.organization.inviteMember(invited))
  const link = await site.linkTo(member.email, /invited/)
  const invitationId = new URL(link).pathname.split('/').at(-1)
  const joined = await member.visitor.organization.acceptInvitation<{ member: { id: string } }>({
    invitationId,
  })
  return { owner, member, memberId: unwrap(joined).member.id, guildId: guild.id }
}

describe('version 1.7 of the account client', () => {
  it('signs up, in and out, and changes the account', async () => {
    const { visitor, email } = await newPerson('ann-later')
    unwrap(await visitor.getSession())
    unwrap(await visitor.updateUser({ name: 'Ann Later' }))
    unwrap(await visitor.listAccounts())
    unwrap(await visitor.listSessions())
    unwrap(await visitor.revokeOtherSessions())
    unwrap(await visitor.sendVerificationEmail({ email }))
    unwrap(await visitor.requestPasswordReset({ email }))
    unwrap(await visitor.changeEmail({ newEmail: 'ann-new@later.test' }))
    const newPassword = 'another staple for it'
    unwrap(await visitor.changePassword({ currentPassword: password, newPassword }))
    unwrap(await visitor.signOut())
    unwrap(await visitor.signIn.username({ username: 'Ann_Later', password: newPassword }))
    expect(unwrap(await visitor.deleteUser({ password: newPassword }))).toMatchObject({
      success: true,
    })
  })

  it('learns whether a username is free', async () => {
    await newPerson('taken-later')
    const { isUsernameAvailable } = newVisitor()
    expect(unwrap(await isUsernameAvailable({ username: 'Taken_Later' }))).toEqual({
      available: false,
    })
    expect(unwrap(await isUsernameAvailable({ username: 'free_later' }))).toEqual({
      available: true,
    })
    const short = await isUsernameAvailable({ username: 'a' })
    expect(refusal(short)).toBe('422 USERNAME_IS_TOO_SHORT')
  })

  it('checks a password', async () => {
    const { visitor } = await newPerson('carl-later')
    const check = (text: string) =>
      visitor.$fetch('/verify-password', { method: 'POST', body: { password: text } })
    expect(unwrap(await check(password))).toEqual({ status: true })
    expect(refusal(await check('a wrong one'))).toBe('400 INVALID_PASSWORD')
  })

  it('runs an organization', async () => {
    const { owner, member, memberId, guildId } = await newGuild('guild-later')
    const { organization: calls } = owner.visitor
    unwrap(await calls.list())
    unwrap(await calls.setActive({ organizationId: guildId }))
    unwrap(await calls.getFullOrganization())
    expect(unwrap(await calls.getOrganization())).toMatchObject({ slug: 'guild-later' })
    unwrap(await calls.checkSlug({ slug: 'other-later' }))
    unwrap(await calls.update({ data: { name: 'Guild' } }))
    unwrap(await calls.updateMemberRole({ memberId, role: 'admin' }))
    expect(unwrap(await calls.listMembers())).toMatchObject({ total: 2 })
    expect(unwrap(await calls.getActiveMember())).toMatchObject({ userId: owner.id })
    unwrap(await calls.hasPermission({ permissions: { member: ['create'] } }))
    const invitation = { email: 'carla@later.test', role: 'member' }
    const { id: invitationId } = unwrap<Made>(await calls.inviteMember(invitation))
    unwrap(await calls.listInvitations())
    unwrap(await member.visitor.organization.listUserInvitations())
    unwrap(await calls.cancelInvitation({ invitationId }))
    unwrap(await member.visitor.organization.leave({ organizationId: guildId }))
    unwrap(await calls.delete({ organizationId: guildId }))
  })

  it('reads the roles of members, and of no organization that one isn’t in', async () => {
    const { owner, member, guildId } = await newGuild('roles-later')
    const roleOf = async ({ visitor }: Person, query: object) => {
      const answer = await visitor.organization.getActiveMemberRole<{ role: string }>({ query })
      return answer.error === null ? answer.data?.role : refusal(answer)
    }
    const { id: userId } = owner
    expect(await roleOf(owner, {})).toBe('owner')
    expect(await roleOf(member, { userId })).toBe('owner')
    expect(await roleOf(owner, { organizationSlug: 'roles-later', userId: member.id })).toBe(
      'member',
    )
    const stranger = await newPerson('stranger-later')
    const notAMember = '403 YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION'
    expect(await roleOf(stranger, {})).toBe('400 NO_ACTIVE_ORGANIZATION')
    expect(await roleOf(stranger, { organizationId: guildId })).toBe(notAMember)
    expect(await roleOf(stranger, { organizationSlug: 'roles-later', userId })).toBe(notAMember)
    expect(await roleOf(stranger, { organizationSlug: 'nowhere-later' })).toBe(notAMember)
    expect(await roleOf(owner, { userId: stranger.id })).toBe(notAMember)
    const entered = { query: { organizationId: guildId } }
    const refused = await stranger.visitor.organization.getOrganization(entered)
    expect(refusal(refused)).toBe('403 USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION')
    expect((await stranger.visitor.organization.getOrganization()).data).toBeNull()
  })

  it('runs teams, and lists those of members', async () => {
    const { owner, member, guildId } = await newGuild('teams-later')
    const { organization: calls } = owner.visitor
    const { id: teamId } = unwrap<Made>(await calls.createTeam({ name: 'Builders' }))
    unwrap(await calls.updateTeam({ teamId, data: { name: 'Makers' } }))
    unwrap(await calls.addTeamMember({ teamId, userId: member.id }))
    expect(unwrap(await calls.listTeamMembers({ query: { teamId } }))).toMatchObject([
      { userId: member.id },
    ])
    expect(unwrap(await calls.listTeams())).toHaveLength(2)
    const teamsOf = async ({ visitor }: Person, query: object = {}) => {
      const answer = await visitor.organization.listUserTeams<{ name: string }[]>({ query })
      return answer.error === null ? answer.data?.map(({ name }) => name) : refusal(answer)
    }
    expect(await teamsOf(member)).toEqual(['Makers'])
    expect(await teamsOf(member, { organizationId: guildId })).toEqual(['Makers'])
    expect(await teamsOf(owner, { userId: member.id })).toEqual(['Makers'])
    const updating = '403 YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER'
    expect(await teamsOf(member, { userId: owner.id })).toBe(updating)
    const stranger = await newPerson('outsider-later')
    expect(await teamsOf(stranger)).toEqual([])
    expect(await teamsOf(stranger, { userId: owner.id })).toBe('400 NO_ACTIVE_ORGANIZATION')
    const notAMember = '403 YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION'
    expect(await teamsOf(stranger, { organizationId: guildId })).toBe(notAMember)
    expect(await teamsOf(stranger, { organizationId: guildId, userId: owner.id })).toBe(notAMember)
    const outside = '400 USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION'
    expect(await teamsOf(owner, { userId: stranger.id })).toBe(outside)
    unwrap(await member.visitor.organization.setActiveTeam({ teamId }))
    unwrap(await calls.removeTeamMember({ teamId, userId: member.id }))
    unwrap(await calls.removeTeam({ teamId }))
  })
})

it('every endpoint that its server has is served here, or answers 501', async () => {
  const { api } = betterAuth({
    secret: 'a secret that signs nothing here',
    baseURL: site.url,
    plugins: [username(), admin(), organization({ teams: { enabled: true } })],
  })
  const known = [...(await contractOperations()), ...notServed].map(lineOf)
  const called = Object.values(api).flatMap(({ path, options }) =>
    path === undefined || path === '/error'
      ? []
      : [options.method].flat().map((method) => lineOf({ method, path: `/api/auth${path}` })),
  )
  expect(called.length).toBeGreaterThan(70)
  expect(called.filter((line) => !known.includes(line))).toEqual([])
  const answer = await fetch(`${site.url}/api/auth/update-session`, { method: 'POST' })
  expect([answer.status, await answer.json()]).toMatchObject([501, { code: 'NOT_IMPLEMENTED' }])
})

const lineOf = ({ method, path }: { readonly method: string; readonly path: string }): string =>
  `${method} ${path.replaceAll(/:\w+/g, ':x')}`
