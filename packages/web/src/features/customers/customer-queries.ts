import { listCustomers } from '@guildhall/contract/customers/customers'
import { listCustomerTimeline } from '@guildhall/contract/customers/timeline'
import type { ResponseOf } from '@guildhall/contract/operation'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type Customer, customersKey } from '#/entities/customer/customer-queries.ts'
import type { OrganizationId } from '#/entities/organization/own-organizations.ts'
import { api } from '#/lib/api.ts'
import { keepPreviousRows } from '#/lib/keep-previous-rows.ts'
import { listRequest } from '#/lib/list-view.ts'
import type { CustomersView } from './customers-view.ts'

export type { Customer } from '#/entities/customer/customer-queries.ts'
export type CustomerEvent = ResponseOf<typeof listCustomerTimeline>['items'][number]

export const customersQuery = (organizationId: OrganizationId, view: CustomersView) =>
  queryOptions({
    queryKey: [...customersKey(organizationId), 'page', view],
    queryFn: ({ signal }) =>
      api.call(listCustomers, {
        query: {
          ...listRequest(view),
          ...customerFilters(view),
          organizationId: [organizationId],
        },
        signal,
      }),
    placeholderData: keepPreviousRows,
  })

/** The filters of the list and of its export. */
export const customerFilters = ({ status }: CustomersView) => ({
  ...(status && { status: [status] }),
})

export const customerTimelineQuery = (organizationId: OrganizationId, id: Customer['id']) =>
  infiniteQueryOptions({
    queryKey: [...customersKey(organizationId), 'one', id, 'timeline'],
    queryFn: ({ signal, pageParam }) =>
      api.call(listCustomerTimeline, {
        params: { id },
        query: pageParam === null ? {} : { cursor: pageParam },
        signal,
      }),
    initialPageParam: firstPage(),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

function firstPage(): string | null {
  return null
}
