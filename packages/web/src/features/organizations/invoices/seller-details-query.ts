import type { AnswerOf } from '@guildhall/contract/endpoint'
import { getSellerDetails } from '@guildhall/contract/orders/invoice-seller'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { type OrganizationId, organizationKey } from '../../../lib/own-organizations.ts'

export type SellerDetails = AnswerOf<typeof getSellerDetails>

/** What invoices say of the seller. */
export const sellerDetailsQuery = (organizationId: OrganizationId) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'seller-details'],
    queryFn: ({ signal }) => api.call(getSellerDetails, { params: { id: organizationId }, signal }),
  })
