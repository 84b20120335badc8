import { listMeters } from '@guildhall/contract/metering/meters'
import type { ResponseOf } from '@guildhall/contract/operation'
import { queryOptions } from '@tanstack/react-query'
import { type OrganizationId, organizationKey } from '#/entities/organization/own-organizations.ts'
import { allPages } from '#/lib/all-pages.ts'
import { api } from '#/lib/api.ts'

export type Meter = ResponseOf<typeof listMeters>['items'][number]

/** All meters, for pickers. */
export const metersToChoose = (organizationId: OrganizationId) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'meters', 'to-choose'],
    queryFn: ({ signal }) =>
      allPages((page) =>
        api.call(listMeters, { query: { ...page, organizationId: [organizationId] }, signal }),
      ),
  })

/** Archived meters can’t be chosen, but the one that was chosen before is shown. */
export const meterOptions = (meters: readonly Meter[], chosen: string | null) =>
  meters
    .filter(({ id, isArchived }) => !isArchived || id === chosen)
    .map((meter) => ({ value: meter.id, label: meter.name }))
