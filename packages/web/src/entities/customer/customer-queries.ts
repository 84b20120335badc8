import { getCustomer, listCustomers } from '@guildhall/contract/customers/customers'
import type { Customer as CustomerShape } from '@guildhall/contract/customers/shapes'
import { customerId } from '@guildhall/contract/customers/shapes'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type OrganizationId, organizationKey } from '#/entities/organization/own-organizations.ts'
import { api } from '#/lib/api.ts'
import { nullIfMissing } from '#/lib/null-if-missing.ts'

export type Customer = z.output<typeof CustomerShape>

export const customersKey = (organizationId: OrganizationId) =>
  [...organizationKey(organizationId), 'customers'] as const

export const customerSearchQuery = (organizationId: OrganizationId, query: string, limit: number) =>
  queryOptions({
    queryKey: [...customersKey(organizationId), 'search', { query, limit }],
    queryFn: ({ signal }) =>
      api.call(listCustomers, {
        query: { ...(query && { query }), limit, organizationId: [organizationId] },
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
