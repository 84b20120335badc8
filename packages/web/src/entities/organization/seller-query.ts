import type { ResponseOf } from '@guildhall/contract/operation'
import { getSellerOrganization } from '@guildhall/contract/organizations/seller-organizations'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#/lib/api.ts'
import { type OrganizationId, organizationKey } from './own-organizations.ts'

export type Seller = ResponseOf<typeof getSellerOrganization>

/** The organization as a seller. */
export const sellerQuery = (organizationId: OrganizationId) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'seller'],
    queryFn: ({ signal }) =>
      api.call(getSellerOrganization, { params: { id: organizationId }, signal }),
  })
