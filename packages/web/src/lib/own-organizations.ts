import type { AnswerOf } from '@guildhall/contract/endpoint'
import { listOrganizations } from '@guildhall/contract/organizations/organizations'
import type { Id } from '@guildhall/contract/primitives'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'

export type OrganizationId = Id<'organization'>
/** One of one's own organizations, with one's role there. */
export type OwnOrganization = AnswerOf<typeof listOrganizations>[number]

/** One's organizations: all that the frame needs to know. */
export const organizationsQuery = queryOptions({
  queryKey: ['organizations'],
  queryFn: ({ signal }) => api.call(listOrganizations, { signal }),
})

/** Everything that is kept about one organization. */
export const organizationKey = (organizationId: OrganizationId) =>
  ['organization', organizationId] as const
