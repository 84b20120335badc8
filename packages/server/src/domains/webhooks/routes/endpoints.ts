import type { Id } from '@guildhall/contract/primitives'
import * as contract from '@guildhall/contract/webhooks/endpoints'
import { emptyPage, pageAnswer } from '../../../platform/database/listing.ts'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import {
  itemOf,
  organizationListed,
  organizationNamed,
  type Seller,
  sellerWork,
} from '../../organizations/index.ts'
import { deleteEndpoint, updateEndpoint } from '../actions/change-endpoint.ts'
import { createEndpoint } from '../actions/create-endpoint.ts'
import type { WebhookParts } from '../actions/parts.ts'
import { showEndpoint, showEndpoints } from '../actions/present-endpoint.ts'
import { requireTarget } from '../actions/require-target.ts'
import { listEndpoints } from '../store/endpoint-list.ts'
import { type EndpointRow, findEndpointIn } from '../store/endpoints.ts'

type Parts = Omit<WebhookParts, 'completions'>

/** Where a seller wants to be told. */
export const endpointRoutes = (parts: Parts): readonly EndpointRoute[] => [
  listRoute(parts),
  createRoute(parts),
  getRoute(parts),
  updateRoute(parts),
  deleteRoute(parts),
]

const listRoute = (parts: Parts) =>
  serve(contract.listWebhookEndpoints, async ({ caller, query }) => {
    const organizationId = await organizationListed(parts, caller, query.organizationId)
    const { kysely } = parts.workshop.database
    const { rows, total } =
      organizationId === null ? emptyPage : await listEndpoints(kysely, organizationId, query)
    const shown = await showEndpoints(kysely, rows, parts.clock.now())
    return pageAnswer({ rows: shown, total }, query, (one) => one)
  })

const createRoute = (parts: Parts) =>
  serve(contract.createWebhookEndpoint, async (call) => {
    const { caller, body } = call
    const organizationId = await organizationNamed(parts, caller, body.organizationId)
    await requireTarget(parts, body.url)
    return sellerWork(parts, caller, organizationId, async (unit) => {
      const { endpoint, secret } = await createEndpoint(unit, parts, { ...body, organizationId })
      const shown = await showEndpoint(unit.tx, endpoint, parts.clock.now())
      return call.finish(unit, { ...shown, secret })
    })
  })

const getRoute = (parts: Parts) =>
  serve(contract.getWebhookEndpoint, async ({ caller, params }) => {
    const endpoint = await endpointOf(parts, caller, params.id)
    return showEndpoint(parts.workshop.database.reads, endpoint, parts.clock.now())
  })

const updateRoute = (parts: Parts) =>
  serve(contract.updateWebhookEndpoint, async (call) => {
    const { caller, params, body } = call
    const endpoint = await endpointOf(parts, caller, params.id)
    const { url } = body
    if (url != null && url !== endpoint.url) await requireTarget(parts, url)
    return sellerWork(parts, caller, endpoint.organizationId, async (unit) => {
      const saved = await updateEndpoint(unit, parts, endpoint, body)
      return call.finish(unit, await showEndpoint(unit.tx, saved, parts.clock.now()))
    })
  })

const deleteRoute = (parts: Parts) =>
  serve(contract.deleteWebhookEndpoint, async (call) => {
    const endpoint = await endpointOf(parts, call.caller, call.params.id)
    await sellerWork(parts, call.caller, endpoint.organizationId, async (unit) => {
      await deleteEndpoint(unit, parts, endpoint)
      await call.finish(unit, undefined)
    })
  })

export const endpointOf = (
  parts: Pick<Parts, 'workshop'>,
  caller: Seller,
  id: Id<'webhookEndpoint'>,
): Promise<EndpointRow> => {
  const { reads } = parts.workshop.database
  return itemOf(parts, caller, (within) => findEndpointIn(reads, within, id))
}
