import { organizationId } from '@guildhall/contract/organizations/shapes'
import { webhookEndpointId } from '@guildhall/contract/webhooks/shapes'
import * as z from 'zod/mini'
import { type JobDefinition, job } from '../../../platform/jobs.ts'
import type { LoggedEvent } from '../../../platform/outbox/reactions.ts'
import { payloadOf, when } from '../../../platform/outbox/triggers.ts'
import { runUnitOfWork, type UnitOfWork } from '../../../platform/unit-of-work.ts'
import { notifyMembers } from '../../organizations/actions/notify-members.ts'
import type { WebhookDeps } from '../actions/deps.ts'
import { endpointMessage } from '../messages/endpoint-notice.ts'
import { healthNotices } from '../rules/endpoint-health.ts'
import { takeEndpointNotices } from '../store/endpoint-notices.ts'
import type { LaneKey } from '../store/lanes.ts'

const names = healthNotices.map((notice) => `webhook_endpoint.${notice}` as const)

type Deps = Pick<WebhookDeps, 'uowFactory' | 'config' | 'keyring'>

/**
 * Mails members who manage webhooks while they can still act. A job takes all notices of its
 * endpoint, because jobs of one endpoint may run concurrently and in any order. It runs in real
 * time, whatever the organization's clock says.
 */
export const notifyMembersOfHealth: JobDefinition<Deps> = job({
  name: 'webhooks.notify_members',
  payload: z.object({ organizationId, endpointId: webhookEndpointId }),
  on: [
    when(names, [], ({ organizationId: organization, object }) => [
      { payload: { organizationId: organization, endpointId: object.id } },
    ]),
  ],
  run: (deps: Deps, lane) =>
    runUnitOfWork(deps.uowFactory, {}, async (uow) => {
      for (const event of await takeEndpointNotices(uow.tx, lane, names)) {
        await notify(uow, deps, { lane, event })
      }
    }),
})

interface Notice {
  readonly lane: LaneKey
  readonly event: LoggedEvent
}

async function notify(uow: UnitOfWork, deps: Deps, { lane, event }: Notice): Promise<void> {
  const notice = healthNotices.find((one) => event.name === `webhook_endpoint.${one}`)
  if (notice === undefined) return
  const endpoint = payloadOf(`webhook_endpoint.${notice}`, event.payload)
  const { organizationId: organization, endpointId } = lane
  const audience = { organizationId: organization, right: 'webhooks:write' } as const
  await notifyMembers(uow, deps, audience, ({ site, organization: { name, slug } }) =>
    endpointMessage(notice, {
      site,
      organization: name,
      name: endpoint.name,
      address: endpoint.url,
      failedEvents: endpoint.failedEvents,
      failingSince: endpoint.failingSince,
      url: `${deps.config.server.url}/dashboard/${slug}/settings/webhooks/${endpointId}`,
    }),
  )
}
