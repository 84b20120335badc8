import {
  type CustomerStatus,
  listCustomerStatuses,
} from '@guildhall/contract/subscriptions/customer-statuses'
import { queryOptions } from '@tanstack/react-query'
import { customersKey } from '#/entities/customer/customer-queries.ts'
import type { OrganizationId } from '#/entities/organization/own-organizations.ts'
import { api } from '#/lib/api.ts'
import type { Customer } from './customer-queries.ts'

/** How it stands with these customers, in one request for a page of a list. */
export const customerStatusesQuery = (
  organizationId: OrganizationId,
  customerIds: readonly Customer['id'][],
) =>
  queryOptions({
    queryKey: [...customersKey(organizationId), 'statuses', customerIds],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, CustomerStatus>> => {
      if (customerIds.length === 0) return new Map()
      const query = { organizationId: [organizationId], customerId: [...customerIds] }
      const { items } = await api.call(listCustomerStatuses, { query, signal })
      return new Map(items.map(({ customerId, status }) => [customerId, status]))
    },
  })
