import type { Id } from '@guildhall/contract/primitives'
import * as contract from '@guildhall/contract/webhooks/endpoints'
import type { WebhookEndpoint } from '@guildhall/contract/webhooks/shapes'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { emptyPage, pageAnswer } from '../../../platform/database/listing.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import {
  getForSeller,
  refuseImpersonation,
  resolveOrganization,
  resolveOrganizationFilter,
  type SellerCaller,
  sellerUnitOfWork,
} from '../../organizations/actions/seller.ts'
import { deleteEndpoint, updateEndpoint } from '../actions/change-endpoint.ts'
import { createEndpoint, requireTarget } from '../actions/create-endpoint.ts'
import type { WebhookDeps } from '../actions/deps.ts'
import { presentEndpoint } from '../present/endpoint.ts'
import { findHealth } from '../store/endpoint-health.ts'
import { type EndpointRow, findEndpointIn, listEndpoints } from '../store/endpoints.ts'

type Deps = Omit<WebhookDeps, 'completions'>

export const endpointRoutes = (deps: Deps): readonly OperationRoute[] => [
  listRoute(deps),
  createRoute(deps),
  getRoute(deps),
  updateRoute(deps),
  deleteRoute(deps),
]

const listRoute = (deps: Deps) =>
  serve(contract.listWebhookEndpoints, async ({ caller, query }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    const { kysely } = deps.uowFactory.database
    const { rows, total } =
      organizationId === null ? emptyPage : await listEndpoints(kysely, organizationId, query)
    const shown = await showEndpoints(kysely, rows, deps.clock.now())
    return pageAnswer({ rows: shown, total }, query, (one) => one)
  })

const createRoute = (deps: Deps) =>
  serve(contract.createWebhookEndpoint, async (call) => {
    const { caller, body } = call
    const organizationId = await resolveOrganization(deps, caller, body.organizationId)
    refuseImpersonation(caller)
    await requireTarget(deps, body.url)
    return sellerUnitOfWork(deps, caller, organizationId, async (uow) => {
      const { endpoint, secret } = await createEndpoint(uow, deps, { ...body, organizationId })
      const shown = await showEndpoint(uow.tx, endpoint, deps.clock.now())
      return call.finish(uow, { ...shown, secret })
    })
  })

const getRoute = (deps: Deps) =>
  serve(contract.getWebhookEndpoint, async ({ caller, params }) => {
    const endpoint = await endpointOf(deps, caller, params.id)
    return showEndpoint(deps.uowFactory.database.reads, endpoint, deps.clock.now())
  })

const updateRoute = (deps: Deps) =>
  serve(contract.updateWebhookEndpoint, async (call) => {
    const { caller, params, body } = call
    const endpoint = await endpointOf(deps, caller, params.id)
    const { url, secret } = body
    const target = url != null && url !== endpoint.url ? url : null
    if (target !== null || secret != null) refuseImpersonation(caller)
    if (target !== null) await requireTarget(deps, target)
    return sellerUnitOfWork(deps, caller, endpoint.organizationId, async (uow) => {
      const saved = await updateEndpoint(uow, deps, endpoint, body)
      return call.finish(uow, await showEndpoint(uow.tx, saved, deps.clock.now()))
    })
  })

const deleteRoute = (deps: Deps) =>
  serve(contract.deleteWebhookEndpoint, async (call) => {
    const endpoint = await endpointOf(deps, call.caller, call.params.id)
    await sellerUnitOfWork(deps, call.caller, endpoint.organizationId, async (uow) => {
      await deleteEndpoint(uow, deps, endpoint)
      await call.finish(uow, undefined)
    })
  })

export const endpointOf = (
  deps: Pick<Deps, 'uowFactory'>,
  caller: SellerCaller,
  id: Id<'webhookEndpoint'>,
): Promise<EndpointRow> => {
  const { reads } = deps.uowFactory.database
  return getForSeller(deps, caller, (within) => findEndpointIn(reads, within, id))
}

/** Endpoints of one organization with their health, which takes one further statement. */
async function showEndpoints(
  db: Kysely<Tables>,
  rows: readonly EndpointRow[],
  now: Date,
): Promise<WebhookEndpoint[]> {
  const [first] = rows
  if (first === undefined) return []
  const ids = rows.map(({ id }) => id)
  const health = await findHealth(db, first.organizationId, ids)
  return rows.map((row) => presentEndpoint(row, health.get(row.id), now))
}

export async function showEndpoint(
  db: Kysely<Tables>,
  row: EndpointRow,
  now: Date,
): Promise<WebhookEndpoint> {
  const health = await findHealth(db, row.organizationId, [row.id])
  return presentEndpoint(row, health.get(row.id), now)
}
