import { memberPageMax } from '@guildhall/contract/organizations/members'
import { listTeamMembers } from '@guildhall/contract/organizations/teams'
import { queryOptions } from '@tanstack/react-query'
import { type OrganizationId } from '#/entities/organization/own-organizations.ts'
import {
  membersQuery,
  type Team,
  teamsQuery,
} from '#/features/organizations/organization-queries.ts'
import { api } from '#/lib/api.ts'

/** The server’s maximum, which covers all but the very largest organizations. */
export const everybodyQuery = (organizationId: OrganizationId) =>
  membersQuery(organizationId, memberPageMax)

export const teamMembersQuery = (organizationId: OrganizationId, teamId: Team['id']) =>
  queryOptions({
    queryKey: [...teamsQuery(organizationId).queryKey, teamId, 'members'],
    queryFn: ({ signal }) =>
      api.call(listTeamMembers, { query: { organizationId, teamId }, signal }),
  })
