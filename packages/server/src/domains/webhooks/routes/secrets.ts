import * as contract from '@guildhall/contract/webhooks/endpoints'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import { sellerWork } from '../../organizations/index.ts'
import { rotateSecret } from '../actions/change-endpoint.ts'
import type { WebhookParts } from '../actions/parts.ts'
import { presentSecret } from '../actions/present-endpoint.ts'
import { endpointOf } from './endpoints.ts'

type Parts = Omit<WebhookParts, 'completions' | 'config'>

/** What receivers verify with. */
export const secretRoutes = (parts: Parts): readonly EndpointRoute[] => [
  revealRoute(parts),
  rotateRoute(parts),
]

const revealRoute = (parts: Parts) =>
  serve(contract.revealWebhookSecret, async ({ caller, params }) =>
    presentSecret(parts, await endpointOf(parts, caller, params.id)),
  )

const rotateRoute = (parts: Parts) =>
  serve(contract.rotateWebhookSecret, async (call) => {
    const { caller, params, body } = call
    const endpoint = await endpointOf(parts, caller, params.id)
    return sellerWork(parts, caller, endpoint.organizationId, async (unit) => {
      const saved = await rotateSecret(unit, parts, endpoint, body.secret ?? null)
      return call.finish(unit, presentSecret(parts, saved))
    })
  })
