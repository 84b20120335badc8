import type { AnswerOf } from '@guildhall/contract/endpoint'
import { listInvitations, listUserInvitations } from '@guildhall/contract/organizations/invitations'
import { listMembers } from '@guildhall/contract/organizations/members'
import { listTeams } from '@guildhall/contract/organizations/teams'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { nullIfMissing } from '../../lib/null-if-missing.ts'
import { type OrganizationId, organizationKey } from '../../lib/own-organizations.ts'

export type Member = AnswerOf<typeof listMembers>['members'][number]
export type Invitation = AnswerOf<typeof listInvitations>[number]
export type OwnInvitation = AnswerOf<typeof listUserInvitations>[number]
export type Team = AnswerOf<typeof listTeams>[number]

/** The open invitations to one's own address. */
export const ownInvitationsQuery = queryOptions({
  queryKey: ['own-invitations'],
  queryFn: ({ signal }) => api.call(listUserInvitations, { signal }),
})

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
    queryFn: ({ signal }): Promise<Team[] | null> =>
      nullIfMissing(api.call(listTeams, { query: { organizationId }, signal })),
  })
