import type { AnswerOf } from '@guildhall/contract/endpoint'
import { getSellerOrganization } from '@guildhall/contract/organizations/seller-organizations'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { type OrganizationId, organizationKey } from './own-organizations.ts'

export type Seller = AnswerOf<typeof getSellerOrganization>

/** The organization as it sells. */
export const sellerQuery = (organizationId: OrganizationId) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'seller'],
    queryFn: ({ signal }) =>
      api.call(getSellerOrganization, { params: { id: organizationId }, signal }),
  })
