import { listMeters } from '@guildhall/contract/metering/meters'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type OrganizationId, organizationKey } from '#/entities/organization/own-organizations.ts'
import { api } from '#/lib/api.ts'
import { type ListView, listRequest } from '#/lib/list-view.ts'

export type { Meter } from '#/entities/meter/meters-to-choose.ts'

export const meterSorts = ['name', 'created_at'] as const

export type MetersView = ListView<(typeof meterSorts)[number]>

export const metersQuery = (organizationId: OrganizationId, view: MetersView) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'meters', 'page', view],
    queryFn: ({ signal }) =>
      api.call(listMeters, {
        query: { ...listRequest(view), organizationId: [organizationId] },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
