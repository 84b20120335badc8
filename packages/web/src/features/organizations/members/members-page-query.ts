import { listMembers } from '@guildhall/contract/organizations/members'
import { queryOptions } from '@tanstack/react-query'
import { type OrganizationId } from '#/entities/organization/own-organizations.ts'
import { membersKey } from '#/features/organizations/organization-queries.ts'
import { api } from '#/lib/api.ts'
import { keepPreviousRows } from '#/lib/keep-previous-rows.ts'
import { type MembersView, membersRequest } from './members-view.ts'

export const membersPageQuery = (organizationId: OrganizationId, view: MembersView) =>
  queryOptions({
    queryKey: [...membersKey(organizationId), 'page', view],
    queryFn: ({ signal }) =>
      api.call(listMembers, { query: { organizationId, ...membersRequest(view) }, signal }),
    placeholderData: keepPreviousRows,
  })
