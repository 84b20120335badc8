import { getMeter, listMeters } from '@guildhall/contract/metering/meters'
import { meterId } from '@guildhall/contract/metering/shapes'
import type { BodyInput, ResponseOf } from '@guildhall/contract/operation'
import { listCustomerMeters } from '@guildhall/contract/usage/customer-meters'
import { previewMeter } from '@guildhall/contract/usage/previews'
import { getMeterQuantities } from '@guildhall/contract/usage/quantities'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { Meter } from '#/entities/meter/meters-to-choose.ts'
import { type OrganizationId, organizationKey } from '#/entities/organization/own-organizations.ts'
import { api } from '#/lib/api.ts'
import { keepPreviousRows } from '#/lib/keep-previous-rows.ts'
import { listRequest } from '#/lib/list-view.ts'
import { nullIfMissing } from '#/lib/null-if-missing.ts'
import { chartedDays, intervalOf, type MeterView } from './meter-view.ts'
import { type MetersView, meterStatusOf } from './meters-view.ts'

export type { Meter } from '#/entities/meter/meters-to-choose.ts'
export type CustomerMeter = ResponseOf<typeof listCustomerMeters>['items'][number]
export type MeterPreview = ResponseOf<typeof previewMeter>
export type MeterDefinition = Pick<BodyInput<typeof previewMeter>, 'filter' | 'aggregation'>

const metersKey = (organizationId: OrganizationId) =>
  [...organizationKey(organizationId), 'meters'] as const

export const metersQuery = (organizationId: OrganizationId, view: MetersView) =>
  queryOptions({
    queryKey: [...metersKey(organizationId), 'page', view],
    queryFn: ({ signal }) => {
      const status = meterStatusOf(view)
      return api.call(listMeters, {
        query: {
          ...listRequest(view),
          organizationId: [organizationId],
          ...(status !== 'all' && { isArchived: status === 'archived' }),
        },
        signal,
      })
    },
    placeholderData: keepPreviousRows,
  })

/** Null if the organization has no meter with this id. */
export const meterQuery = (organizationId: OrganizationId, id: string) =>
  queryOptions({
    queryKey: [...metersKey(organizationId), 'one', id],
    queryFn: async ({ signal }): Promise<Meter | null> => {
      const asked = z.safeParse(meterId, id)
      if (!asked.success) return null
      const meter = await nullIfMissing(api.call(getMeter, { params: { id: asked.data }, signal }))
      return meter?.organizationId === organizationId ? meter : null
    },
  })

/** By the days of the reader’s time zone. */
export function quantitiesQuery(meter: Meter, view: MeterView, now: Date) {
  const { start, end } = chartedDays(view, now)
  const query = {
    startTimestamp: start.toISOString(),
    endTimestamp: end.toISOString(),
    interval: intervalOf(view),
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
  return queryOptions({
    queryKey: [...metersKey(meter.organizationId), 'one', meter.id, 'quantities', query],
    queryFn: ({ signal }) =>
      api.call(getMeterQuantities, { params: { id: meter.id }, query, signal }),
    placeholderData: keepPreviousRows,
    retry: false,
  })
}

export const meterCustomersQuery = (meter: Meter, { sort = '-consumed_units', page }: MeterView) =>
  queryOptions({
    queryKey: [...metersKey(meter.organizationId), 'one', meter.id, 'customers', sort, page],
    queryFn: ({ signal }) =>
      api.call(listCustomerMeters, {
        query: {
          ...listRequest({ sort, ...(page && { page }) }),
          organizationId: [meter.organizationId],
          meterId: [meter.id],
        },
        signal,
      }),
    placeholderData: keepPreviousRows,
  })

export const previewQuery = (organizationId: OrganizationId, definition: MeterDefinition) =>
  queryOptions({
    queryKey: [...metersKey(organizationId), 'preview', definition],
    queryFn: ({ signal }) =>
      api.call(previewMeter, { body: { organizationId, ...definition }, signal }),
    placeholderData: keepPreviousRows,
    retry: false,
  })
