import { Readable } from 'node:stream'
import * as contract from '@guildhall/contract/orders/orders'
import type { Id } from '@guildhall/contract/primitives'
import { emptyPage, pageAnswer } from '../../../platform/database/listing.ts'
import { csvAnswer } from '../../../platform/http/csv-answer.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import {
  getForSeller,
  resolveOrganizationFilter,
  type SellerCaller,
  sellerUnitOfWork,
} from '../../organizations/actions/seller.ts'
import type { OrderDeps } from '../actions/deps.ts'
import { exportOrders } from '../actions/export-orders.ts'
import { showOrder, showOrders } from '../actions/show-orders.ts'
import { closeOrder } from '../actions/stop-collecting.ts'
import { updateOrder } from '../actions/update-order.ts'
import { exportedOrders } from '../present/exported-order.ts'
import { listOrders, totalOrders } from '../store/order-list.ts'
import { findOrderIn, type OrderRow } from '../store/orders.ts'

type Deps = Pick<OrderDeps, 'uowFactory'>

export const orderRoutes = (deps: Deps): readonly OperationRoute[] => [
  listRoute(deps),
  totalsRoute(deps),
  exportRoute(deps),
  getRoute(deps),
  updateRoute(deps),
  voidRoute(deps),
  writeOffRoute(deps),
]

const listRoute = (deps: Deps) =>
  serve(contract.listOrders, async ({ caller, query }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    const { kysely } = deps.uowFactory.database
    const { rows, total } =
      organizationId === null ? emptyPage : await listOrders(kysely, organizationId, query)
    const shown = await showOrders(kysely, rows)
    return pageAnswer({ rows: shown, total }, query, (one) => one)
  })

const totalsRoute = (deps: Deps) =>
  serve(contract.getOrderTotals, async ({ caller, query }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    if (organizationId === null) return { items: [] }
    const { kysely } = deps.uowFactory.database
    return { items: await totalOrders(kysely, organizationId, query) }
  })

const exportRoute = (deps: Deps) =>
  serve(contract.exportOrders, async ({ caller, query, headers }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    return csvAnswer(
      { name: 'orders.csv', accept: headers.accept },
      organizationId === null
        ? Readable.from([exportedOrders(query.columns).head])
        : await exportOrders(deps.uowFactory.database, organizationId, query),
    )
  })

const getRoute = (deps: Deps) =>
  serve(contract.getOrder, async ({ caller, params }) => {
    const order = await orderOf(deps, caller, params.id)
    return showOrder(deps.uowFactory.database.reads, order)
  })

const updateRoute = (deps: Deps) =>
  serve(contract.updateOrder, async (call) => {
    const { caller, params, body } = call
    const order = await orderOf(deps, caller, params.id)
    return sellerUnitOfWork(deps, caller, order.organizationId, async (uow) =>
      call.finish(uow, await updateOrder(uow, order, body)),
    )
  })

const voidRoute = (deps: Deps) =>
  serve(contract.voidOrder, async (call) => {
    const { caller, params, body } = call
    const order = await orderOf(deps, caller, params.id)
    return sellerUnitOfWork(deps, caller, order.organizationId, async (uow) =>
      call.finish(uow, await closeOrder(uow, order, { as: 'void', ...body })),
    )
  })

const writeOffRoute = (deps: Deps) =>
  serve(contract.writeOffOrder, async (call) => {
    const { caller, params, body } = call
    const order = await orderOf(deps, caller, params.id)
    return sellerUnitOfWork(deps, caller, order.organizationId, async (uow) =>
      call.finish(uow, await closeOrder(uow, order, { as: 'uncollectible', ...body })),
    )
  })

const orderOf = (deps: Deps, caller: SellerCaller, id: Id<'order'>): Promise<OrderRow> => {
  const { reads } = deps.uowFactory.database
  return getForSeller(deps, caller, (within) => findOrderIn(reads, within, id))
}
