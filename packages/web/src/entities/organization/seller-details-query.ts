import type { ResponseOf } from '@guildhall/contract/operation'
import { getSellerDetails } from '@guildhall/contract/orders/invoice-seller'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#/lib/api.ts'
import { type OrganizationId, organizationKey } from './own-organizations.ts'

export type SellerDetails = ResponseOf<typeof getSellerDetails>

/** The seller details on invoices. */
export const sellerDetailsQuery = (organizationId: OrganizationId) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'seller-details'],
    queryFn: ({ signal }) => api.call(getSellerDetails, { params: { id: organizationId }, signal }),
  })
