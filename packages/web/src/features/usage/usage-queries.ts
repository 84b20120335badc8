import type { ResponseOf } from '@guildhall/contract/operation'
import { listCustomerMeters } from '@guildhall/contract/usage/customer-meters'
import { explainEvent } from '@guildhall/contract/usage/event-explanation'
import { listEventNames, listEvents } from '@guildhall/contract/usage/events'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Customer } from '#/entities/customer/customer-queries.ts'
import { type OrganizationId, organizationKey } from '#/entities/organization/own-organizations.ts'
import { allPages } from '#/lib/all-pages.ts'
import { api } from '#/lib/api.ts'
import { keepPreviousRows } from '#/lib/keep-previous-rows.ts'
import { addDays, startOfDay } from '#/ui/calendar-days.ts'
import { type EventsView, eventFilters, readPair } from './events-view.ts'

export type UsageEvent = ResponseOf<typeof listEvents>['items'][number]
export type EventExplanation = ResponseOf<typeof explainEvent>
export type EventName = ResponseOf<typeof listEventNames>['items'][number]
export type CustomerMeter = ResponseOf<typeof listCustomerMeters>['items'][number]

const eventsPerPage = 50
const liveMilliseconds = 2000
const latestMax = 5

const usageKey = (organizationId: OrganizationId) =>
  [...organizationKey(organizationId), 'usage'] as const

/** Events, the latest first. Each page continues behind the last event of the one before. */
export const eventsQuery = (organizationId: OrganizationId, view: EventsView) =>
  infiniteQueryOptions({
    queryKey: [...usageKey(organizationId), 'events', eventFilters(view)],
    queryFn: ({ signal, pageParam }) => {
      const after = pageParam === null ? {} : { after: pageParam }
      const query = { ...filtersOf(view), ...after, limit: eventsPerPage }
      return api.call(listEvents, {
        query: { ...query, organizationId: [organizationId] },
        signal,
      })
    },
    initialPageParam: firstPage(),
    getNextPageParam: ({ items }) =>
      items.length === eventsPerPage ? (items.at(-1)?.id ?? null) : null,
    // All loaded pages are refetched, so many pages are polled less often.
    refetchInterval: ({ state }) =>
      isLive(view) && liveMilliseconds * Math.max(1, state.data?.pages.length ?? 1),
    placeholderData: keepPreviousRows,
  })

function firstPage(): UsageEvent['id'] | null {
  return null
}

/** The other filters read every event of the period, which is too much to repeat. */
export const isLive = ({ metadata, meter }: EventsView): boolean =>
  metadata === undefined && meter === undefined

/** The filters of the list and of its export. */
export function filtersOf({ name, customer, meter, metadata, from, to }: EventsView) {
  const pair = metadata === undefined ? null : readPair(metadata)
  return {
    ...(name && { name: [name] }),
    ...(customer && { customerId: [customer] }),
    ...(meter && { meterId: meter }),
    ...(pair && { metadata: { [pair.key]: pair.value } }),
    ...(from && { startTimestamp: justBefore(startOfDay(from)).toISOString() }),
    ...(to && { endTimestamp: startOfDay(addDays(to, 1)).toISOString() }),
  }
}

/** Timestamps have milliseconds, and the list begins after the given one. */
const justBefore = (instant: Date): Date => new Date(instant.getTime() - 1)

export const eventExplanationQuery = (organizationId: OrganizationId, id: UsageEvent['id']) =>
  queryOptions({
    queryKey: [...usageKey(organizationId), 'explanation', id],
    queryFn: ({ signal }) => api.call(explainEvent, { params: { id }, signal }),
    staleTime: 0,
  })

/** The most frequent first. Of all events, because those of one customer would have to be counted. */
export const eventNamesQuery = (organizationId: OrganizationId) =>
  queryOptions({
    queryKey: [...usageKey(organizationId), 'names'],
    queryFn: ({ signal }) =>
      allPages((page) =>
        api.call(listEventNames, {
          query: {
            ...page,
            sorting: ['-occurrences'],
            organizationId: [organizationId],
          },
          signal,
        }),
      ),
    staleTime: 0,
  })

export const latestEventsQuery = (organizationId: OrganizationId, customer: Customer['id']) =>
  queryOptions({
    queryKey: [...usageKey(organizationId), 'latest', customer],
    queryFn: async ({ signal }) => {
      const query = { customerId: [customer], limit: latestMax, organizationId: [organizationId] }
      return (await api.call(listEvents, { query, signal })).items
    },
    staleTime: 0,
  })

export const customerMetersQuery = (organizationId: OrganizationId, customer: Customer['id']) =>
  queryOptions({
    queryKey: [...usageKey(organizationId), 'customer meters', customer],
    queryFn: ({ signal }) =>
      allPages((page) =>
        api.call(listCustomerMeters, {
          query: { ...page, customerId: [customer], organizationId: [organizationId] },
          signal,
        }),
      ),
    staleTime: 0,
  })
