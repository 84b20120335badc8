import * as contract from '@guildhall/contract/orders/orders'
import type { Id } from '@guildhall/contract/primitives'
import { emptyPage, pageAnswer } from '../../../platform/database/listing.ts'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import { itemOf, organizationListed, type Seller, sellerWork } from '../../organizations/index.ts'
import type { OrderParts } from '../actions/parts.ts'
import { showOrder, showOrders } from '../actions/present-order.ts'
import { updateOrder } from '../actions/update-order.ts'
import { listOrders } from '../store/order-list.ts'
import { findOrderIn, type OrderRow } from '../store/orders.ts'

type Parts = Pick<OrderParts, 'workshop'>

/** What was bought. */
export const orderRoutes = (parts: Parts): readonly EndpointRoute[] => [
  listRoute(parts),
  getRoute(parts),
  updateRoute(parts),
]

const listRoute = (parts: Parts) =>
  serve(contract.listOrders, async ({ caller, query }) => {
    const organizationId = await organizationListed(parts, caller, query.organizationId)
    const { kysely } = parts.workshop.database
    const { rows, total } =
      organizationId === null ? emptyPage : await listOrders(kysely, organizationId, query)
    const shown = await showOrders(kysely, rows)
    return pageAnswer({ rows: shown, total }, query, (one) => one)
  })

const getRoute = (parts: Parts) =>
  serve(contract.getOrder, async ({ caller, params }) => {
    const order = await orderOf(parts, caller, params.id)
    return showOrder(parts.workshop.database.reads, order)
  })

const updateRoute = (parts: Parts) =>
  serve(contract.updateOrder, async (call) => {
    const { caller, params, body } = call
    const order = await orderOf(parts, caller, params.id)
    return sellerWork(parts, caller, order.organizationId, async (unit) =>
      call.finish(unit, await updateOrder(unit, order, body)),
    )
  })

const orderOf = (parts: Parts, caller: Seller, id: Id<'order'>): Promise<OrderRow> => {
  const { reads } = parts.workshop.database
  return itemOf(parts, caller, (within) => findOrderIn(reads, within, id))
}
