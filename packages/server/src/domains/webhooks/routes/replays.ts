import * as contract from '@guildhall/contract/webhooks/messages'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import { sellerWork } from '../../organizations/index.ts'
import type { WebhookParts } from '../actions/parts.ts'
import { presentMessage } from '../actions/present-message.ts'
import { redeliver, replay } from '../actions/replay.ts'
import { endpointOf } from './endpoints.ts'
import { messageOf } from './messages.ts'

type Parts = Pick<WebhookParts, 'workshop' | 'clock'>

/** Sending again what was sent before, or missed. */
export const replayRoutes = (parts: Parts): readonly EndpointRoute[] => [
  redeliverRoute(parts),
  replayRoute(parts),
]

const redeliverRoute = (parts: Parts) =>
  serve(contract.redeliverWebhookEvent, async (call) => {
    const { caller, params } = call
    const message = await messageOf(parts, caller, params.id)
    return sellerWork(parts, caller, message.organizationId, async (unit) =>
      call.finish(unit, presentMessage(await redeliver(unit, parts, message))),
    )
  })

const replayRoute = (parts: Parts) =>
  serve(contract.replayWebhookEndpoint, async (call) => {
    const { caller, params, body } = call
    const endpoint = await endpointOf(parts, caller, params.id)
    return sellerWork(parts, caller, endpoint.organizationId, async (unit) =>
      call.finish(unit, { count: await replay(unit, parts, endpoint, body) }),
    )
  })
