import { organizationId } from '@guildhall/contract/organizations/shapes'
import { paymentId } from '@guildhall/contract/payments/shapes'
import * as z from 'zod/mini'
import type { LoggedEvent, Reaction } from '../../../platform/outbox/reactions.ts'
import type { Task } from '../../../platform/queue.ts'
import { work } from '../../../platform/work.ts'
import type { SubscriptionParts } from '../actions/parts.ts'
import { giveUpChange, settleChange } from '../actions/settle-change.ts'

export const settleChangeTask = 'subscription.settleChange'
export const giveUpChangeTask = 'subscription.giveUpChange'

/** What pays a checkout or an order is somebody else’s. */
const jobsOf =
  (task: string) =>
  ({ organizationId: organization, object, payload }: LoggedEvent) =>
    payload['checkout_id'] === null && payload['order_id'] === null
      ? [{ task, payload: { organizationId: organization, paymentId: object.id } }]
      : []

/** The money of a change has come, or it hasn’t, while nobody waited for it any more. */
export const changeReactions: readonly Reaction[] = [
  { on: 'payment.succeeded', jobs: jobsOf(settleChangeTask) },
  { on: 'payment.failed', jobs: jobsOf(giveUpChangeTask) },
]

const ofPayment = z.object({ organizationId, paymentId })

export const settleChangeJob =
  (parts: SubscriptionParts): Task =>
  async (payload) => {
    const key = z.parse(ofPayment, payload)
    await settleChange(parts, key, {
      open: (task) => work(parts.workshop, { organizationId: key.organizationId }, task),
      finish: async () => undefined,
    })
  }

export const giveUpChangeJob =
  (parts: SubscriptionParts): Task =>
  async (payload) => {
    await giveUpChange(parts, z.parse(ofPayment, payload))
  }
