import { refundId } from '@guildhall/contract/orders/refund-shapes'
import * as contract from '@guildhall/contract/orders/refunds'
import type { Id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import { Problem } from '../../../kernel/refusal.ts'
import { emptyPage, pageAnswer } from '../../../platform/database/listing.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import {
  getForSeller,
  resolveOrganizationFilter,
  type SellerCaller,
  sellerUnitOfWork,
} from '../../organizations/actions/seller.ts'
import { createRefund, submitRefund } from '../actions/create-refund.ts'
import type { OrderDeps } from '../actions/deps.ts'
import { readRefundable } from '../actions/refund-state.ts'
import { presentRefund } from '../present/refund.ts'
import { findOrderIn, type OrderRow } from '../store/orders.ts'
import { findRefund, listRefunds } from '../store/refunds.ts'

export const refundRoutes = (deps: OrderDeps): readonly OperationRoute[] => [
  listRoute(deps),
  refundableRoute(deps),
  createRoute(deps),
]

const listRoute = (deps: OrderDeps) =>
  serve(contract.listRefunds, async ({ caller, query }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    const { kysely } = deps.uowFactory.database
    const page =
      organizationId === null ? emptyPage : await listRefunds(kysely, organizationId, query)
    return pageAnswer(page, query, presentRefund)
  })

const refundableRoute = (deps: OrderDeps) =>
  serve(contract.getRefundable, async ({ caller, params }) => {
    const { reads } = deps.uowFactory.database
    const order = await getForSeller(deps, caller, (within) =>
      findOrderIn(reads, within, params.id),
    )
    return { ...(await readRefundable(reads, order)), currency: order.currency }
  })

const recoveryPoint = z.nullable(z.object({ refundId }))

/** Three steps; a repeated call after a crash continues from the last step that was recorded. */
const createRoute = (deps: OrderDeps) =>
  serve(contract.createRefund, async (call) => {
    const { caller, body, log } = call
    const order = await orderInBody(deps, caller, body.orderId)
    const { organizationId } = order
    const create = () =>
      sellerUnitOfWork(deps, caller, organizationId, async (uow) => {
        const refundId = await createRefund(uow, order, body)
        await call.note(uow, { refundId })
        return refundId
      })
    const id = z.parse(recoveryPoint, call.recoveryPoint)?.refundId ?? (await create())
    const key = { organizationId, id }
    // The refund is recorded, so a job submits it in any case.
    await submitRefund(deps, key).catch((error: unknown) =>
      log.warn({ err: error, refundId: id }, 'a refund could not be submitted immediately'),
    )
    const refund = await findRefund(deps.uowFactory.database.reads, key)
    assert(refund !== undefined, 'refunds are never deleted')
    return presentRefund(refund)
  })

async function orderInBody(
  deps: OrderDeps,
  caller: SellerCaller,
  id: Id<'order'>,
): Promise<OrderRow> {
  const { reads } = deps.uowFactory.database
  return getForSeller(deps, caller, (within) => findOrderIn(reads, within, id)).catch(asUnknown)
}

/** An inaccessible order in a body is a validation error, not a 404. */
function asUnknown(error: unknown): never {
  if (error instanceof Problem && error.code === 'not_found') {
    throw new Problem('refund_order_unknown', { loc: ['body', 'order_id'] })
  }
  throw error
}
