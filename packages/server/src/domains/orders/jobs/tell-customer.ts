import { refundId } from '@guildhall/contract/orders/refund-shapes'
import { organizationId } from '@guildhall/contract/organizations/shapes'
import * as z from 'zod/mini'
import type { Reaction } from '../../../platform/outbox/reactions.ts'
import type { Task } from '../../../platform/queue.ts'
import { work } from '../../../platform/work.ts'
import type { OrderParts } from '../actions/parts.ts'
import { tellRefunded } from '../actions/tell-customer.ts'

export const tellRefundedTask = 'orders.tellRefunded'

const refundReaction = (on: string): Reaction => ({
  on,
  jobs: ({ organizationId, object, payload }) =>
    payload['status'] === 'succeeded'
      ? [{ task: tellRefundedTask, payload: { organizationId, id: object.id } }]
      : [],
})

/** The customer hears of what is done, not of what is tried. */
export const tellingReactions: readonly Reaction[] = [
  refundReaction('refund.created'),
  refundReaction('refund.updated'),
]

type TellingParts = Pick<OrderParts, 'workshop' | 'config' | 'keyring'>

const refundPayload = z.object({ organizationId, id: refundId })

export const tellRefundedJob =
  (parts: TellingParts): Task =>
  async (payload) => {
    const key = z.parse(refundPayload, payload)
    await work(parts.workshop, key, (unit) => tellRefunded(unit, parts, key))
  }
