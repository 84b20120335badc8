import type { Request } from './call.ts'
import type { Caller, Person } from './subject.ts'

/** What people do to an organization, as requests that wait to be sent. */

const act = (caller: Caller, name: string, body: object): Request => ({
  caller,
  path: `/organization/${name}`,
  body,
})

export const create = (caller: Caller, slug: string): Request =>
  act(caller, 'create', { name: 'Example', slug })

export const rename = (caller: Caller, organizationId: string, slug: string): Request =>
  act(caller, 'update', { organizationId, data: { slug } })

export const dissolve = (caller: Caller, organizationId: string): Request =>
  act(caller, 'delete', { organizationId })

export const activate = (caller: Caller, organizationId: string): Request =>
  act(caller, 'set-active', { organizationId })

export const leave = (caller: Caller, organizationId: string): Request =>
  act(caller, 'leave', { organizationId })

interface Role {
  readonly organizationId: string
  readonly memberId: string
  readonly role: string
}

export const changeRole = (caller: Caller, role: Role): Request =>
  act(caller, 'update-member-role', role)

export const removeMember = (
  caller: Caller,
  organizationId: string,
  memberIdOrEmail: string,
): Request => act(caller, 'remove-member', { organizationId, memberIdOrEmail })

export const add = (
  backend: Caller,
  organizationId: string,
  { id: userId }: Person,
  role = 'member',
): Request => act(backend, 'add-member', { organizationId, userId, role })

export const invite = (
  caller: Caller,
  organizationId: string,
  { email }: Pick<Person, 'email'>,
): Request => act(caller, 'invite-member', { organizationId, email, role: 'member' })

export const accept = (caller: Caller, invitationId: string): Request =>
  act(caller, 'accept-invitation', { invitationId })

export const reject = (caller: Caller, invitationId: string): Request =>
  act(caller, 'reject-invitation', { invitationId })

export const cancel = (caller: Caller, invitationId: string): Request =>
  act(caller, 'cancel-invitation', { invitationId })

export const createTeam = (caller: Caller, organizationId: string, name: string): Request =>
  act(caller, 'create-team', { organizationId, name })

export const removeTeam = (caller: Caller, organizationId: string, teamId: string): Request =>
  act(caller, 'remove-team', { organizationId, teamId })

interface TeamPlace {
  readonly organizationId: string
  readonly teamId: string
  readonly userId: string
}

export const putIntoTeam = (caller: Caller, place: TeamPlace): Request =>
  act(caller, 'add-team-member', place)

export const deleteOwnAccount = (caller: Caller): Request => ({
  caller,
  path: '/delete-user',
  body: {},
})

export const removeUser = (operator: Caller, { id: userId }: Person): Request => ({
  caller: operator,
  path: '/admin/remove-user',
  body: { userId },
})
