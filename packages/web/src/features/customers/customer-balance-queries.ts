import type { ResponseOf } from '@guildhall/contract/operation'
import {
  getCustomerBalance,
  listCustomerBalanceEntries,
} from '@guildhall/contract/orders/customer-balances'
import { queryOptions } from '@tanstack/react-query'
import { type OrganizationId, organizationKey } from '#/entities/organization/own-organizations.ts'
import { api } from '#/lib/api.ts'
import { keepPreviousRows } from '#/lib/keep-previous-rows.ts'
import type { Customer } from './customer-queries.ts'

export type CustomerBalance = ResponseOf<typeof getCustomerBalance>['balances'][number]
export type BalanceEntry = ResponseOf<typeof listCustomerBalanceEntries>['items'][number]

const balanceKey = (organizationId: OrganizationId, id: Customer['id']) =>
  [...organizationKey(organizationId), 'customers', 'balance', id] as const

export const customerBalanceQuery = (organizationId: OrganizationId, id: Customer['id']) =>
  queryOptions({
    queryKey: balanceKey(organizationId, id),
    queryFn: async ({ signal }) =>
      (await api.call(getCustomerBalance, { params: { id }, signal })).balances,
  })

export const balanceEntriesQuery = (
  organizationId: OrganizationId,
  id: Customer['id'],
  { page, limit }: { page: number; limit: number },
) =>
  queryOptions({
    queryKey: [...balanceKey(organizationId, id), 'entries', page],
    queryFn: ({ signal }) =>
      api.call(listCustomerBalanceEntries, { params: { id }, query: { page, limit }, signal }),
    placeholderData: keepPreviousRows,
  })
