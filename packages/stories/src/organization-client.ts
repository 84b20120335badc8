import { createAuthClient } from 'better-auth/client'
import { organizationClient } from 'better-auth/client/plugins'

interface Answer<T> {
  readonly data: T | null
  readonly error: object | null
}

type Call = <T>(input?: object) => Promise<Answer<T>>

type CallName =
  | 'acceptInvitation'
  | 'cancelInvitation'
  | 'checkSlug'
  | 'create'
  | 'createTeam'
  | 'delete'
  | 'getActiveMember'
  | 'getFullOrganization'
  | 'getInvitation'
  | 'hasPermission'
  | 'inviteMember'
  | 'leave'
  | 'list'
  | 'listInvitations'
  | 'listTeams'
  | 'rejectInvitation'
  | 'removeMember'
  | 'removeTeam'
  | 'setActive'
  | 'update'
  | 'updateMemberRole'
  | 'updateTeam'

export type OrganizationClient = Readonly<Record<CallName, Call>>

/**
 * The unmodified official client with its organization plugin. Its types are bypassed, since they
 * don't compile with exact optional properties.
 */
export function organizationClientOf(baseURL: string, visit: typeof fetch): OrganizationClient {
  const options = {
    baseURL,
    plugins: [organizationClient({ teams: { enabled: true } })],
    fetchOptions: { customFetchImpl: visit },
  }
  const make: Function = createAuthClient
  const client: { readonly organization: OrganizationClient } = Reflect.apply(make, undefined, [
    options,
  ])
  return client.organization
}
