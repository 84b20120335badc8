import type { AnswerOf } from '@guildhall/contract/endpoint'
import { listInvitations, listUserInvitations } from '@guildhall/contract/organizations/invitations'
import { listMembers } from '@guildhall/contract/organizations/members'
import { listOrganizations } from '@guildhall/contract/organizations/organizations'
import { listTeams } from '@guildhall/contract/organizations/teams'
import type { Id } from '@guildhall/contract/primitives'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { Refused } from '../../lib/request.ts'

export type OrganizationId = Id<'organization'>
/** One of one's own organizations, with one's role there. */
export type OwnOrganization = AnswerOf<typeof listOrganizations>[number]
export type Member = AnswerOf<typeof listMembers>['members'][number]
export type Invitation = AnswerOf<typeof listInvitations>[number]
export type OwnInvitation = AnswerOf<typeof listUserInvitations>[number]
export type Team = AnswerOf<typeof listTeams>[number]

/** One's organizations: all that the frame needs to know. */
export const organizationsQuery = queryOptions({
  queryKey: ['organizations'],
  queryFn: ({ signal }) => api.call(listOrganizations, { signal }),
})

/** The open invitations to one's own address. */
export const ownInvitationsQuery = queryOptions({
  queryKey: ['own-invitations'],
  queryFn: ({ signal }) => api.call(listUserInvitations, { signal }),
})

/** Everything that is kept about one organization. */
export const organizationKey = (organizationId: OrganizationId) =>
  ['organization', organizationId] as const

export const membersKey = (organizationId: OrganizationId) =>
  [...organizationKey(organizationId), 'members'] as const

/** Those who were there first, and how many there are. */
export const membersQuery = (organizationId: OrganizationId, limit: number) =>
  queryOptions({
    queryKey: [...membersKey(organizationId), { limit }],
    queryFn: ({ signal }) => api.call(listMembers, { query: { organizationId, limit }, signal }),
  })

export const memberSearchQuery = (organizationId: OrganizationId, search: string, limit: number) =>
  queryOptions({
    queryKey: [...membersKey(organizationId), { search, limit }],
    queryFn: ({ signal }) =>
      api.call(listMembers, { query: { organizationId, search, limit }, signal }),
    placeholderData: keepPreviousData,
  })

/** In every status, the newest first. */
export const invitationsQuery = (organizationId: OrganizationId) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'invitations'],
    queryFn: ({ signal }) => api.call(listInvitations, { query: { organizationId }, signal }),
  })

/** Null where the operator switched teams off. */
export const teamsQuery = (organizationId: OrganizationId) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'teams'],
    queryFn: async ({ signal }): Promise<Team[] | null> => {
      try {
        return await api.call(listTeams, { query: { organizationId }, signal })
      } catch (error) {
        if (error instanceof Refused && error.status === 404) return null
        throw error
      }
    },
  })
