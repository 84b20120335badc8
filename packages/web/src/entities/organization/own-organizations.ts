import type { ResponseOf } from '@guildhall/contract/operation'
import { listOrganizations } from '@guildhall/contract/organizations/organizations'
import type { Id } from '@guildhall/contract/primitives'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#/lib/api.ts'

export type OrganizationId = Id<'organization'>
/** An organization of the user, with the user's role. */
export type OwnOrganization = ResponseOf<typeof listOrganizations>[number]

/** The user's organizations. */
export const organizationsQuery = queryOptions({
  queryKey: ['organizations'],
  queryFn: ({ signal }) => api.call(listOrganizations, { signal }),
})

/** The query key prefix of everything about one organization. */
export const organizationKey = (organizationId: OrganizationId) =>
  ['organization', organizationId] as const
