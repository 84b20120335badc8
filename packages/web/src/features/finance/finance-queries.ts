import { listIncome, listTaxes } from '@guildhall/contract/finance/finance'
import type { ResponseOf } from '@guildhall/contract/operation'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type OrganizationId, organizationKey } from '#/entities/organization/own-organizations.ts'
import { api } from '#/lib/api.ts'
import type { DayRange } from '#/ui/calendar-days.ts'
import type { ShownGroup } from './finance-view.ts'

export type Income = ResponseOf<typeof listIncome>['items'][number]
export type Tax = ResponseOf<typeof listTaxes>['items'][number]

/** As many rows as the server sends at once. */
export const rowsMax = 1000

const financeKey = (organizationId: OrganizationId) =>
  [...organizationKey(organizationId), 'finance'] as const

export const rangeOf = (organizationId: OrganizationId, { from, to }: DayRange) => ({
  organizationId: [organizationId],
  startDate: from,
  endDate: to,
})

export const incomeQuery = (
  organizationId: OrganizationId,
  { range, by: groupBy }: { readonly range: DayRange; readonly by: ShownGroup | 'total' },
) =>
  queryOptions({
    queryKey: [...financeKey(organizationId), 'income', groupBy, range],
    queryFn: ({ signal }) =>
      api.call(listIncome, {
        query: { ...rangeOf(organizationId, range), groupBy, limit: rowsMax },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

export const taxesQuery = (organizationId: OrganizationId, range: DayRange) =>
  queryOptions({
    queryKey: [...financeKey(organizationId), 'taxes', range],
    queryFn: ({ signal }) =>
      api.call(listTaxes, { query: { ...rangeOf(organizationId, range), limit: rowsMax }, signal }),
    placeholderData: keepPreviousData,
  })
