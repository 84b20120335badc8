import { memberPageMax } from '@guildhall/contract/organizations/members'
import { listTeamMembers } from '@guildhall/contract/organizations/teams'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { type OrganizationId } from '../../../lib/own-organizations.ts'
import { membersQuery, type Team, teamsQuery } from '../organization-queries.ts'

/** As many as the server lists at once: all, save in the very largest organizations. */
export const everybodyQuery = (organizationId: OrganizationId) =>
  membersQuery(organizationId, memberPageMax)

export const teamMembersQuery = (organizationId: OrganizationId, teamId: Team['id']) =>
  queryOptions({
    queryKey: [...teamsQuery(organizationId).queryKey, teamId, 'members'],
    queryFn: ({ signal }) =>
      api.call(listTeamMembers, { query: { organizationId, teamId }, signal }),
  })
