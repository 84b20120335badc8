import { type ExchangeRate, listExchangeRates } from '@guildhall/contract/metrics/exchange-rates'
import { queryOptions } from '@tanstack/react-query'
import { type OrganizationId, organizationKey } from '#/entities/organization/own-organizations.ts'
import { api } from '#/lib/api.ts'
import { keepPreviousRows } from '#/lib/keep-previous-rows.ts'
import { type ListView, listRequest } from '#/lib/list-view.ts'

export type { ExchangeRate }

export const rateSorts = ['day', 'currency'] as const

export type RatesView = ListView<(typeof rateSorts)[number]>

export const ratesQuery = (organizationId: OrganizationId, view: RatesView) => {
  const { sorting, page, limit } = listRequest(view)
  return queryOptions({
    queryKey: [...organizationKey(organizationId), 'exchange-rates', 'page', view],
    queryFn: ({ signal }) =>
      api.call(listExchangeRates, {
        query: { ...(sorting && { sorting }), page, limit, organizationId: [organizationId] },
        signal,
      }),
    placeholderData: keepPreviousRows,
  })
}
