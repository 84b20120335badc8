import { organizationId } from '@guildhall/contract/organizations/shapes'
import { instant } from '@guildhall/contract/primitives'
import { webhookEndpointId } from '@guildhall/contract/webhooks/shapes'
import * as z from 'zod/mini'
import type { LoggedEvent, Reaction } from '../../../platform/outbox/reactions.ts'
import type { Task } from '../../../platform/queue.ts'
import { work } from '../../../platform/work.ts'
import { tellMembers } from '../../organizations/index.ts'
import type { WebhookParts } from '../actions/parts.ts'
import { endpointMessage } from '../messages/endpoint-standing.ts'
import { markNoticeTold } from '../store/notices.ts'

export const tellMembersTask = 'webhooks.tellMembers'

const endpointNews = ['warned', 'rested', 'awakened'] as const

const Payload = z.object({
  organizationId,
  sequence: z.int(),
  news: z.enum(endpointNews),
  endpoint: z.object({
    id: webhookEndpointId,
    url: z.string(),
    name: z.nullable(z.string()),
    failed_events: z.int(),
    failing_since: z.nullable(instant),
  }),
})

/** Whoever manages webhooks hears how an endpoint fares, before its events are too old to be sent. */
export const memberReactions: readonly Reaction[] = endpointNews.map((news) => ({
  on: `webhook_endpoint.${news}`,
  jobs: ({ organizationId: organization, sequence, payload: endpoint }: LoggedEvent) => [
    { task: tellMembersTask, payload: { organizationId: organization, sequence, news, endpoint } },
  ],
}))

/** Deliveries and their mails are a matter of real time, wherever the organization’s clock stands. */
export const tellMembersJob =
  (parts: Pick<WebhookParts, 'workshop' | 'config' | 'keyring'>): Task =>
  async (given) => {
    const { organizationId: id, sequence, news, endpoint } = z.parse(Payload, given)
    await work(parts.workshop, {}, async (unit) => {
      const notice = { organizationId: id, endpointId: endpoint.id, sequence }
      if (!(await markNoticeTold(unit.tx, notice))) return
      const audience = { organizationId: id, right: 'webhooks:write' } as const
      await tellMembers(unit, parts, audience, ({ site, organization }) =>
        endpointMessage(news, {
          site,
          organization: organization.name,
          name: endpoint.name,
          address: endpoint.url,
          failedEvents: endpoint.failed_events,
          failingSince: endpoint.failing_since,
          url: `${parts.config.server.url}/dashboard/${organization.slug}/settings/webhooks/${endpoint.id}`,
        }),
      )
    })
  }
