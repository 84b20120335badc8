import { organizationId } from '@guildhall/contract/organizations/shapes'
import { instant } from '@guildhall/contract/primitives'
import { webhookEndpointId } from '@guildhall/contract/webhooks/shapes'
import * as z from 'zod/mini'
import type { LoggedEvent, Reaction } from '../../../platform/outbox/reactions.ts'
import type { Task } from '../../../platform/queue.ts'
import { type Work, work } from '../../../platform/work.ts'
import { tellMembers } from '../../organizations/index.ts'
import type { WebhookParts } from '../actions/parts.ts'
import { type EndpointNews, endpointMessage } from '../messages/endpoint-standing.ts'
import type { LaneKey } from '../store/lanes.ts'
import { takeNotices } from '../store/notices.ts'

export const tellMembersTask = 'webhooks.tellMembers'

const newsNamed = new Map<string, EndpointNews>([
  ['webhook_endpoint.warned', 'warned'],
  ['webhook_endpoint.rested', 'rested'],
  ['webhook_endpoint.awakened', 'awakened'],
])
const names = [...newsNamed.keys()]

const Payload = z.object({ organizationId, endpointId: webhookEndpointId })

const EndpointThen = z.object({
  url: z.string(),
  name: z.nullable(z.string()),
  failed_events: z.int(),
  failing_since: z.nullable(instant),
})

/**
 * Whoever manages webhooks hears how an endpoint fares, before its events are too old to be sent.
 * A job tells all there is: jobs of one endpoint may run side by side, and in any order.
 */
export const memberReactions: readonly Reaction[] = names.map((on) => ({
  on,
  jobs: ({ organizationId: organization, object }: LoggedEvent) => [
    { task: tellMembersTask, payload: { organizationId: organization, endpointId: object.id } },
  ],
}))

type TellParts = Pick<WebhookParts, 'workshop' | 'config' | 'keyring'>

/** Deliveries and their mails are a matter of real time, wherever the organization’s clock stands. */
export const tellMembersJob =
  (parts: TellParts): Task =>
  async (given) => {
    const lane = z.parse(Payload, given)
    await work(parts.workshop, {}, async (unit) => {
      for (const event of await takeNotices(unit.tx, lane, names)) {
        await tell(unit, parts, { lane, event })
      }
    })
  }

interface Notice {
  readonly lane: LaneKey
  readonly event: LoggedEvent
}

async function tell(unit: Work, parts: TellParts, { lane, event }: Notice): Promise<void> {
  const news = newsNamed.get(event.name)
  if (news === undefined) return
  const endpoint = z.parse(EndpointThen, event.payload)
  const audience = { organizationId: lane.organizationId, right: 'webhooks:write' } as const
  await tellMembers(unit, parts, audience, ({ site, organization }) =>
    endpointMessage(news, {
      site,
      organization: organization.name,
      name: endpoint.name,
      address: endpoint.url,
      failedEvents: endpoint.failed_events,
      failingSince: endpoint.failing_since,
      url: `${parts.config.server.url}/dashboard/${organization.slug}/settings/webhooks/${lane.endpointId}`,
    }),
  )
}
