import { listMeters } from '@guildhall/contract/metering/meters'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { type ListView, listAsked } from '../../lib/list-view.ts'
import { type OrganizationId, organizationKey } from '../../lib/own-organizations.ts'

export type { Meter } from '../../lib/choices.ts'

export const meterSorts = ['name', 'created_at'] as const

export type MetersView = ListView<(typeof meterSorts)[number]>

export const metersQuery = (organizationId: OrganizationId, view: MetersView) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'meters', 'page', view],
    queryFn: ({ signal }) =>
      api.call(listMeters, {
        query: { ...listAsked(view), organizationId: [organizationId] },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
