import * as contract from '@guildhall/contract/webhooks/messages'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { sellerUnitOfWork } from '../../organizations/actions/seller.ts'
import type { WebhookDeps } from '../actions/deps.ts'
import { redeliver, replay } from '../actions/replay.ts'
import { presentMessage } from '../present/message.ts'
import { endpointOf } from './endpoints.ts'
import { messageOf } from './messages.ts'

type Deps = Pick<WebhookDeps, 'uowFactory' | 'clock'>

export const replayRoutes = (deps: Deps): readonly OperationRoute[] => [
  redeliverRoute(deps),
  replayRoute(deps),
]

const redeliverRoute = (deps: Deps) =>
  serve(contract.redeliverWebhookEvent, async (call) => {
    const { caller, params } = call
    const message = await messageOf(deps, caller, params.id)
    return sellerUnitOfWork(deps, caller, message.organizationId, async (uow) =>
      call.finish(uow, presentMessage(await redeliver(uow, deps, message))),
    )
  })

const replayRoute = (deps: Deps) =>
  serve(contract.replayWebhookEndpoint, async (call) => {
    const { caller, params, body } = call
    const endpoint = await endpointOf(deps, caller, params.id)
    return sellerUnitOfWork(deps, caller, endpoint.organizationId, async (uow) =>
      call.finish(uow, { count: await replay(uow, deps, endpoint, body) }),
    )
  })
