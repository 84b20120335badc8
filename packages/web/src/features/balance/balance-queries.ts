import { getBalance, listBalanceEntries } from '@guildhall/contract/ledger/balance'
import type { ResponseOf } from '@guildhall/contract/operation'
import { queryOptions } from '@tanstack/react-query'
import { type OrganizationId, organizationKey } from '#/entities/organization/own-organizations.ts'
import { api } from '#/lib/api.ts'
import { keepPreviousRows } from '#/lib/keep-previous-rows.ts'
import { listRequest } from '#/lib/list-view.ts'
import type { EntriesView } from './entries-view.ts'

export type Balance = ResponseOf<typeof getBalance>['balances'][number]
export type Entry = ResponseOf<typeof listBalanceEntries>['items'][number]

const balanceKey = (organizationId: OrganizationId) =>
  [...organizationKey(organizationId), 'balance'] as const

export const balanceQuery = (organizationId: OrganizationId) =>
  queryOptions({
    queryKey: [...balanceKey(organizationId), 'figures'],
    queryFn: ({ signal }) =>
      api.call(getBalance, { query: { organizationId: [organizationId] }, signal }),
  })

export const entriesQuery = (organizationId: OrganizationId, view: EntriesView) =>
  queryOptions({
    queryKey: [...balanceKey(organizationId), 'entries', view],
    queryFn: ({ signal }) =>
      api.call(listBalanceEntries, {
        query: { ...listRequest(view), organizationId: [organizationId] },
        signal,
      }),
    placeholderData: keepPreviousRows,
  })
