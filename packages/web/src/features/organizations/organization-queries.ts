import type { ResponseOf } from '@guildhall/contract/operation'
import { listInvitations, listUserInvitations } from '@guildhall/contract/organizations/invitations'
import { listMembers } from '@guildhall/contract/organizations/members'
import { listTeams } from '@guildhall/contract/organizations/teams'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type OrganizationId, organizationKey } from '#/entities/organization/own-organizations.ts'
import { api } from '#/lib/api.ts'
import { nullIfMissing } from '#/lib/null-if-missing.ts'

export type Member = ResponseOf<typeof listMembers>['members'][number]
export type Invitation = ResponseOf<typeof listInvitations>[number]
export type OwnInvitation = ResponseOf<typeof listUserInvitations>[number]
export type Team = ResponseOf<typeof listTeams>[number]

/** The user's open invitations. */
export const ownInvitationsQuery = queryOptions({
  queryKey: ['own-invitations'],
  queryFn: ({ signal }) => api.call(listUserInvitations, { signal }),
})

export const membersKey = (organizationId: OrganizationId) =>
  [...organizationKey(organizationId), 'members'] as const

/** The earliest members, and the total. */
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

/** All statuses, newest first. */
export const invitationsQuery = (organizationId: OrganizationId) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'invitations'],
    queryFn: ({ signal }) => api.call(listInvitations, { query: { organizationId }, signal }),
  })

/** Null if teams are disabled on this server. */
export const teamsQuery = (organizationId: OrganizationId) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'teams'],
    queryFn: ({ signal }): Promise<Team[] | null> =>
      nullIfMissing(api.call(listTeams, { query: { organizationId }, signal })),
  })
