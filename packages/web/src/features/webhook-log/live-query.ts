import type { ResponseOf } from '@guildhall/contract/operation'
import { pullWebhookEvents } from '@guildhall/contract/webhooks/messages'
import { queryOptions } from '@tanstack/react-query'
import { type OrganizationId, organizationKey } from '#/entities/organization/own-organizations.ts'
import { api } from '#/lib/api.ts'

export type LiveEvent = ResponseOf<typeof pullWebhookEvents>['items'][number]

interface PolledEvents {
  /** Newest first, limited to what fits on the page. */
  events: readonly LiveEvent[]
  nextAfter: number
}

const pollMilliseconds = 1500
const eventsKeptMax = 500
const eventsPerCall = 100

/** The events since the page was opened: each response continues after the previous one. */
export const liveEventsQuery = (organizationId: OrganizationId) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'webhook-events'],
    queryFn: async ({ client, queryKey, signal }): Promise<PolledEvents> => {
      const previous = client.getQueryData<PolledEvents>(queryKey)
      const query = {
        organizationId: [organizationId],
        after: String(previous?.nextAfter ?? 'latest'),
        limit: eventsPerCall,
      }
      const { items, nextAfter } = await api.call(pullWebhookEvents, { query, signal })
      if (previous !== undefined && items.length === 0 && nextAfter === previous.nextAfter)
        return previous
      const events = [...items.toReversed(), ...(previous?.events ?? [])].slice(0, eventsKeptMax)
      return { events, nextAfter }
    },
    refetchInterval: pollMilliseconds,
    staleTime: 0,
  })
