import { getCustomer, listCustomers } from '@guildhall/contract/customers/customers'
import type { Customer as CustomerShape } from '@guildhall/contract/customers/shapes'
import { customerId } from '@guildhall/contract/customers/shapes'
import { listCustomerTimeline } from '@guildhall/contract/customers/timeline'
import type { ResponseOf } from '@guildhall/contract/operation'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type OrganizationId, organizationKey } from '#/entities/organization/own-organizations.ts'
import { api } from '#/lib/api.ts'
import { listRequest } from '#/lib/list-view.ts'
import { nullIfMissing } from '#/lib/null-if-missing.ts'
import type { CustomersView } from './customers-view.ts'

export type Customer = z.output<typeof CustomerShape>
export type CustomerEvent = ResponseOf<typeof listCustomerTimeline>['items'][number]

const customersKey = (organizationId: OrganizationId) =>
  [...organizationKey(organizationId), 'customers'] as const

export const customersQuery = (organizationId: OrganizationId, view: CustomersView) =>
  queryOptions({
    queryKey: [...customersKey(organizationId), 'page', view],
    queryFn: ({ signal }) =>
      api.call(listCustomers, {
        query: { ...listRequest(view), organizationId: [organizationId] },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

export const customerSearchQuery = (organizationId: OrganizationId, query: string, limit: number) =>
  queryOptions({
    queryKey: [...customersKey(organizationId), 'search', { query, limit }],
    queryFn: ({ signal }) =>
      api.call(listCustomers, {
        query: { query, limit, organizationId: [organizationId] },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

/** Null if the organization has no customer with this id. */
export const customerQuery = (organizationId: OrganizationId, id: string) =>
  queryOptions({
    queryKey: [...customersKey(organizationId), 'one', id],
    queryFn: async ({ signal }): Promise<Customer | null> => {
      const asked = z.safeParse(customerId, id)
      if (!asked.success) return null
      const customer = await nullIfMissing(
        api.call(getCustomer, { params: { id: asked.data }, signal }),
      )
      return customer?.organizationId === organizationId ? customer : null
    },
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
