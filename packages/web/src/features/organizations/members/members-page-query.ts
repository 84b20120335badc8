import { listMembers } from '@guildhall/contract/organizations/members'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { type OrganizationId } from '../../../lib/own-organizations.ts'
import { membersKey } from '../organization-queries.ts'
import { type MembersView, membersAsked } from './members-view.ts'

export const membersPageQuery = (organizationId: OrganizationId, view: MembersView) =>
  queryOptions({
    queryKey: [...membersKey(organizationId), 'page', view],
    queryFn: ({ signal }) =>
      api.call(listMembers, { query: { organizationId, ...membersAsked(view) }, signal }),
    placeholderData: keepPreviousData,
  })
