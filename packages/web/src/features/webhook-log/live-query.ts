import type { AnswerOf } from '@guildhall/contract/endpoint'
import { pullWebhookEvents } from '@guildhall/contract/webhooks/messages'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { type OrganizationId, organizationKey } from '../../lib/own-organizations.ts'

export type LiveEvent = AnswerOf<typeof pullWebhookEvents>['items'][number]

interface Heard {
  /** The newest first, as many as somebody looks at. */
  events: readonly LiveEvent[]
  nextAfter: number
}

const askAgainMilliseconds = 1500
const eventsKeptMax = 500
const eventsPerCall = 100

/** What has happened since the page was opened: each answer goes on where the one before ended. */
export const liveEventsQuery = (organizationId: OrganizationId) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'webhook-events'],
    queryFn: async ({ client, queryKey, signal }): Promise<Heard> => {
      const heard = client.getQueryData<Heard>(queryKey)
      const query = {
        organizationId: [organizationId],
        after: String(heard?.nextAfter ?? 'latest'),
        limit: eventsPerCall,
      }
      const { items, nextAfter } = await api.call(pullWebhookEvents, { query, signal })
      if (heard !== undefined && items.length === 0 && nextAfter === heard.nextAfter) return heard
      const events = [...items.toReversed(), ...(heard?.events ?? [])].slice(0, eventsKeptMax)
      return { events, nextAfter }
    },
    refetchInterval: askAgainMilliseconds,
    staleTime: 0,
  })
