import type { Request } from './call.ts'
import type { Caller, Person } from './subject.ts'

// Requests that change an organization, to be sent in a race.

const post = (caller: Caller, name: string, body: object): Request => ({
  caller,
  path: `/organization/${name}`,
  body,
})

export const create = (caller: Caller, slug: string): Request =>
  post(caller, 'create', { name: 'Example', slug })

export const rename = (caller: Caller, organizationId: string, slug: string): Request =>
  post(caller, 'update', { organizationId, data: { slug } })

export const deleteOrganization = (caller: Caller, organizationId: string): Request =>
  post(caller, 'delete', { organizationId })

export const activate = (caller: Caller, organizationId: string): Request =>
  post(caller, 'set-active', { organizationId })

export const leave = (caller: Caller, organizationId: string): Request =>
  post(caller, 'leave', { organizationId })

interface Role {
  readonly organizationId: string
  readonly memberId: string
  readonly role: string
}

export const changeRole = (caller: Caller, role: Role): Request =>
  post(caller, 'update-member-role', role)

export const removeMember = (
  caller: Caller,
  organizationId: string,
  memberIdOrEmail: string,
): Request => post(caller, 'remove-member', { organizationId, memberIdOrEmail })

export const add = (
  backend: Caller,
  organizationId: string,
  { id: userId }: Person,
  role = 'member',
): Request => post(backend, 'add-member', { organizationId, userId, role })

export const invite = (
  caller: Caller,
  organizationId: string,
  { email }: Pick<Person, 'email'>,
): Request => post(caller, 'invite-member', { organizationId, email, role: 'member' })

export const accept = (caller: Caller, invitationId: string): Request =>
  post(caller, 'accept-invitation', { invitationId })

export const reject = (caller: Caller, invitationId: string): Request =>
  post(caller, 'reject-invitation', { invitationId })

export const cancel = (caller: Caller, invitationId: string): Request =>
  post(caller, 'cancel-invitation', { invitationId })

export const createTeam = (caller: Caller, organizationId: string, name: string): Request =>
  post(caller, 'create-team', { organizationId, name })

export const removeTeam = (caller: Caller, organizationId: string, teamId: string): Request =>
  post(caller, 'remove-team', { organizationId, teamId })

interface TeamMembership {
  readonly organizationId: string
  readonly teamId: string
  readonly userId: string
}

export const addToTeam = (caller: Caller, membership: TeamMembership): Request =>
  post(caller, 'add-team-member', membership)

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
