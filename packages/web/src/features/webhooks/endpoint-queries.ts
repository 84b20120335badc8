import type { ResponseOf } from '@guildhall/contract/operation'
import { getWebhookEndpoint, listWebhookEndpoints } from '@guildhall/contract/webhooks/endpoints'
import { webhookEndpointId } from '@guildhall/contract/webhooks/shapes'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type OrganizationId, organizationKey } from '#/entities/organization/own-organizations.ts'
import { api } from '#/lib/api.ts'
import { keepPreviousRows } from '#/lib/keep-previous-rows.ts'
import { listRequest } from '#/lib/list-view.ts'
import { nullIfMissing } from '#/lib/null-if-missing.ts'
import { type EndpointsView, newestFirst } from './endpoints-view.ts'

export type WebhookEndpoint = ResponseOf<typeof getWebhookEndpoint>

/** Polled, because the health changes with every delivery. */
const pollMilliseconds = 5000

const endpointsKey = (organizationId: OrganizationId) =>
  [...organizationKey(organizationId), 'webhook-endpoints'] as const

export const endpointsQuery = (organizationId: OrganizationId, view: EndpointsView) =>
  queryOptions({
    queryKey: [...endpointsKey(organizationId), 'page', view],
    queryFn: ({ signal }) => {
      const { sorting = [newestFirst], ...asked } = listRequest(view)
      const query = { ...asked, sorting, organizationId: [organizationId] }
      return api.call(listWebhookEndpoints, { query, signal })
    },
    placeholderData: keepPreviousRows,
    refetchInterval: pollMilliseconds,
  })

/** Null if the organization has no endpoint with this id. */
export const endpointQuery = (organizationId: OrganizationId, id: string) =>
  queryOptions({
    queryKey: [...endpointsKey(organizationId), 'one', id],
    queryFn: async ({ signal }): Promise<WebhookEndpoint | null> => {
      const asked = z.safeParse(webhookEndpointId, id)
      if (!asked.success) return null
      const one = await nullIfMissing(
        api.call(getWebhookEndpoint, { params: { id: asked.data }, signal }),
      )
      return one?.organizationId === organizationId ? one : null
    },
    refetchInterval: pollMilliseconds,
  })
