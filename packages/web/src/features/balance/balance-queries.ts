import type { AnswerOf } from '@guildhall/contract/endpoint'
import { getBalance, listBalanceEntries } from '@guildhall/contract/ledger/balance'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { type ListView, listAsked, readListView } from '../../lib/list-view.ts'
import { type OrganizationId, organizationKey } from '../../lib/own-organizations.ts'
import type { SearchParameters } from '../../lib/search-parameters.ts'

export type Balance = AnswerOf<typeof getBalance>['balances'][number]
export type Entry = AnswerOf<typeof listBalanceEntries>['items'][number]

const sortable = ['created_at'] as const

export type EntriesView = ListView<(typeof sortable)[number]>

/** Takes from an address what it understands, so that no address is an error. */
export const readEntriesView = (search: SearchParameters): EntriesView => {
  const { q: _, ...view } = readListView(search, sortable)
  return view
}

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
        query: { ...listAsked(view), organizationId: [organizationId] },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
