import { refundId } from '@guildhall/contract/orders/refund-shapes'
import * as contract from '@guildhall/contract/orders/refunds'
import type { Id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import { Problem } from '../../../kernel/refusal.ts'
import { emptyPage, pageAnswer } from '../../../platform/database/listing.ts'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import { itemOf, organizationListed, type Seller, sellerWork } from '../../organizations/index.ts'
import { beginRefund } from '../actions/begin-refund.ts'
import { carryOutRefund } from '../actions/carry-out-refund.ts'
import type { OrderParts } from '../actions/parts.ts'
import { presentRefund } from '../actions/present-refund.ts'
import { readRefundable } from '../actions/read-refundable.ts'
import { findOrderIn, type OrderRow } from '../store/orders.ts'
import { listRefunds } from '../store/refund-list.ts'
import { findRefund } from '../store/refunds.ts'

/** What goes back to whoever bought it. */
export const refundRoutes = (parts: OrderParts): readonly EndpointRoute[] => [
  listRoute(parts),
  refundableRoute(parts),
  createRoute(parts),
]

const listRoute = (parts: OrderParts) =>
  serve(contract.listRefunds, async ({ caller, query }) => {
    const organizationId = await organizationListed(parts, caller, query.organizationId)
    const { kysely } = parts.workshop.database
    const page =
      organizationId === null ? emptyPage : await listRefunds(kysely, organizationId, query)
    return pageAnswer(page, query, presentRefund)
  })

const refundableRoute = (parts: OrderParts) =>
  serve(contract.getRefundable, async ({ caller, params }) => {
    const { reads } = parts.workshop.database
    const order = await itemOf(parts, caller, (within) => findOrderIn(reads, within, params.id))
    return { ...(await readRefundable(reads, order)), currency: order.currency }
  })

const recovered = z.nullable(z.object({ refundId }))

/** Three steps; whoever repeats the call after a crash goes on from the last that was noted. */
const createRoute = (parts: OrderParts) =>
  serve(contract.createRefund, async (call) => {
    const { caller, body, log } = call
    const order = await orderMeant(parts, caller, body.orderId)
    const { organizationId } = order
    const begin = () =>
      sellerWork(parts, caller, organizationId, async (unit) => {
        const begun = await beginRefund(unit, order, body)
        await call.note(unit, { refundId: begun })
        return begun
      })
    const id = z.parse(recovered, call.recoveryPoint)?.refundId ?? (await begin())
    const key = { organizationId, id }
    // What was noted stands: the job that goes on with it comes in any case.
    await carryOutRefund(parts, key).catch((error: unknown) =>
      log.warn({ err: error, refundId: id }, 'a refund could not be carried out at once'),
    )
    const refund = await findRefund(parts.workshop.database.reads, key)
    assert(refund !== undefined, 'a refund stays')
    return presentRefund(refund)
  })

async function orderMeant(parts: OrderParts, caller: Seller, id: Id<'order'>): Promise<OrderRow> {
  const { reads } = parts.workshop.database
  return itemOf(parts, caller, (within) => findOrderIn(reads, within, id)).catch(asUnknown)
}

/** In a body, what isn’t theirs is a fault of the body. */
function asUnknown(error: unknown): never {
  if (error instanceof Problem && error.code === 'not_found') {
    throw new Problem('refund_order_unknown', { loc: ['body', 'order_id'] })
  }
  throw error
}
