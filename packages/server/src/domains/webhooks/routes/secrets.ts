import * as contract from '@guildhall/contract/webhooks/endpoints'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { refuseImpersonation, sellerUnitOfWork } from '../../organizations/actions/seller.ts'
import { rotateSecret } from '../actions/change-endpoint.ts'
import type { WebhookDeps } from '../actions/deps.ts'
import { openSecret } from '../actions/endpoint-secrets.ts'
import { presentSecret } from '../present/endpoint.ts'
import type { EndpointRow } from '../store/endpoints.ts'
import { endpointOf, showEndpoint } from './endpoints.ts'

type Deps = Omit<WebhookDeps, 'completions' | 'config'>

export const secretRoutes = (deps: Deps): readonly OperationRoute[] => [
  revealRoute(deps),
  rotateRoute(deps),
  resetRoute(deps),
]

const revealRoute = (deps: Deps) =>
  serve(contract.revealWebhookSecret, async ({ caller, params }) => {
    const endpoint = await endpointOf(deps, caller, params.id)
    refuseImpersonation(caller)
    return shownSecret(deps, endpoint)
  })

const rotateRoute = (deps: Deps) =>
  serve(contract.rotateWebhookSecret, async (call) => {
    const { caller, params, body } = call
    const endpoint = await endpointOf(deps, caller, params.id)
    refuseImpersonation(caller)
    return sellerUnitOfWork(deps, caller, endpoint.organizationId, async (uow) => {
      const saved = await rotateSecret(uow, deps, endpoint, body.secret ?? null)
      return call.finish(uow, shownSecret(deps, saved))
    })
  })

const resetRoute = (deps: Deps) =>
  serve(contract.resetWebhookSecret, async (call) => {
    const { caller, params } = call
    const endpoint = await endpointOf(deps, caller, params.id)
    refuseImpersonation(caller)
    return sellerUnitOfWork(deps, caller, endpoint.organizationId, async (uow) => {
      const saved = await rotateSecret(uow, deps, endpoint, null)
      const shown = await showEndpoint(uow.tx, saved, deps.clock.now())
      return call.finish(uow, { ...shown, secret: openSecret(deps.keyring, saved) })
    })
  })

const shownSecret = ({ keyring, clock }: Deps, row: EndpointRow) => {
  const { previousSecretUntil } = row
  return presentSecret({ secret: openSecret(keyring, row), previousSecretUntil }, clock.now())
}
