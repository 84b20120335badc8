import type { ResponseOf } from '@guildhall/contract/operation'
import { getWebhookMessage, listWebhookMessages } from '@guildhall/contract/webhooks/messages'
import { type WebhookEndpoint, webhookMessageId } from '@guildhall/contract/webhooks/shapes'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type OrganizationId, organizationKey } from '#/entities/organization/own-organizations.ts'
import { api } from '#/lib/api.ts'
import { keepPreviousRows } from '#/lib/keep-previous-rows.ts'
import { nullIfMissing } from '#/lib/null-if-missing.ts'
import { addDays, startOfDay } from '#/ui/calendar-days.ts'
import type { LogView } from './log-view.ts'

/** One event for one endpoint. */
export type Delivery = ResponseOf<typeof listWebhookMessages>['items'][number]
export type FullDelivery = ResponseOf<typeof getWebhookMessage>
export type Attempt = FullDelivery['attempts'][number]

const liveMilliseconds = 2000
const restingMilliseconds = 15_000
const deliveriesPerPage = 50

const deliveriesKey = (organizationId: OrganizationId) =>
  [...organizationKey(organizationId), 'webhook-deliveries'] as const

export const deliveriesQuery = (
  organizationId: OrganizationId,
  endpointId: WebhookEndpoint['id'],
  view: LogView,
) =>
  infiniteQueryOptions({
    queryKey: [...deliveriesKey(organizationId), 'of', endpointId, view],
    queryFn: ({ signal, pageParam }) => {
      const { state, type, code, object, from, to } = view
      const query = {
        organizationId: [organizationId],
        endpointId: [endpointId],
        ...(state && { state: [state] }),
        ...(type && { type: [type] }),
        ...(code !== undefined && { httpCode: [code] }),
        ...(object && { objectId: [object] }),
        ...(from && { createdAfter: startOfDay(from).toISOString() }),
        ...(to && { createdBefore: startOfDay(addDays(to, 1)).toISOString() }),
        ...(pageParam !== null && { cursor: pageParam }),
        limit: deliveriesPerPage,
      }
      return api.call(listWebhookMessages, { query, signal })
    },
    initialPageParam: firstPage(),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // All loaded pages are refetched, so many pages are polled less often.
    refetchInterval: ({ state }) => liveMilliseconds * Math.max(1, state.data?.pages.length ?? 1),
    placeholderData: keepPreviousRows,
  })

function firstPage(): string | null {
  return null
}

/** Null if the organization has no delivery with this id. */
export const deliveryQuery = (organizationId: OrganizationId, id: string) =>
  queryOptions({
    queryKey: [...deliveriesKey(organizationId), 'one', id],
    queryFn: async ({ signal }): Promise<FullDelivery | null> => {
      const asked = z.safeParse(webhookMessageId, id)
      if (!asked.success) return null
      return nullIfMissing(api.call(getWebhookMessage, { params: { id: asked.data }, signal }))
    },
    refetchInterval: ({ state }) =>
      state.data?.state === 'waiting' ? liveMilliseconds : restingMilliseconds,
  })
