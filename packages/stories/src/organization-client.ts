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
 * The official client with its organization plugin, as it is. It is called past its types, which
 * don't hold where optional properties are exact.
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
