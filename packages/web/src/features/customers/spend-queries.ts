import type { ResponseOf } from '@guildhall/contract/operation'
import { listCustomerSpend } from '@guildhall/contract/orders/customer-spend'
import { queryOptions } from '@tanstack/react-query'
import { customersKey } from '#/entities/customer/customer-queries.ts'
import type { OrganizationId } from '#/entities/organization/own-organizations.ts'
import { api } from '#/lib/api.ts'
import type { Customer } from './customer-queries.ts'

export type CustomerSpend = ResponseOf<typeof listCustomerSpend>['items'][number]

/** What these customers have spent, in one request for a page of a list. */
export const customerSpendQuery = (
  organizationId: OrganizationId,
  customerIds: readonly Customer['id'][],
) =>
  queryOptions({
    queryKey: [...customersKey(organizationId), 'spend', customerIds],
    queryFn: async ({ signal }): Promise<readonly CustomerSpend[]> => {
      if (customerIds.length === 0) return []
      const query = { organizationId: [organizationId], customerId: [...customerIds] }
      return (await api.call(listCustomerSpend, { query, signal })).items
    },
  })
