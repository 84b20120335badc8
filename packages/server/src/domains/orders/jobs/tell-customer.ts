import { orderId } from '@guildhall/contract/orders/order-shapes'
import { refundId } from '@guildhall/contract/orders/refund-shapes'
import { organizationId } from '@guildhall/contract/organizations/shapes'
import * as z from 'zod/mini'
import type { LoggedEvent, Reaction } from '../../../platform/outbox/reactions.ts'
import type { Task } from '../../../platform/queue.ts'
import { work } from '../../../platform/work.ts'
import type { OrderParts } from '../actions/parts.ts'
import { tellPaid, tellRefunded } from '../actions/tell-customer.ts'

export const tellPaidTask = 'orders.tellPaid'
export const tellRefundedTask = 'orders.tellRefunded'

const jobFor = (task: string, { organizationId, object }: LoggedEvent) => ({
  task,
  payload: { organizationId, id: object.id },
})

const refundReaction = (on: string): Reaction => ({
  on,
  jobs: (event) =>
    event.payload['status'] === 'succeeded' ? [jobFor(tellRefundedTask, event)] : [],
})

/** The customer hears of what is done, not of what is tried. */
export const tellingReactions: readonly Reaction[] = [
  {
    on: 'order.paid',
    // Of the orders of a subscription its own mails tell.
    jobs: (event) =>
      event.payload['billing_reason'] === 'purchase' ? [jobFor(tellPaidTask, event)] : [],
  },
  refundReaction('refund.created'),
  refundReaction('refund.updated'),
]

type TellingParts = Pick<OrderParts, 'workshop' | 'config' | 'keyring'>

const orderPayload = z.object({ organizationId, id: orderId })
const refundPayload = z.object({ organizationId, id: refundId })

export const tellPaidJob =
  (parts: TellingParts): Task =>
  async (payload) => {
    const key = z.parse(orderPayload, payload)
    await work(parts.workshop, key, (unit) => tellPaid(unit, parts, key))
  }

export const tellRefundedJob =
  (parts: TellingParts): Task =>
  async (payload) => {
    const key = z.parse(refundPayload, payload)
    await work(parts.workshop, key, (unit) => tellRefunded(unit, parts, key))
  }
