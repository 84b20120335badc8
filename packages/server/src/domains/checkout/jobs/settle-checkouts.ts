import { checkoutId } from '@guildhall/contract/checkout/checkout-shapes'
import { organizationId } from '@guildhall/contract/organizations/shapes'
import { methodSetUpId } from '@guildhall/contract/payments/method-shapes'
import { paymentId } from '@guildhall/contract/payments/shapes'
import * as z from 'zod/mini'
import type { JsonObject } from '../../../platform/database/json.ts'
import type { LoggedEvent, Reaction } from '../../../platform/outbox/reactions.ts'
import type { Task } from '../../../platform/queue.ts'
import { cancelPayment, cancelSetUp } from '../../payments/index.ts'
import { expireCheckout } from '../actions/expire-checkout.ts'
import { finishCheckout } from '../actions/finish-checkout.ts'
import type { CheckoutParts } from '../actions/parts.ts'
import { reopenCheckout } from '../actions/reopen-checkout.ts'
import { type DueCheckout, dueCheckoutsMax, listDueCheckouts } from '../store/checkouts.ts'

export const finishCheckoutTask = 'checkout.finish'
export const reopenCheckoutTask = 'checkout.reopen'
export const endDueCheckoutsTask = 'checkout.endDue'

const textAt = (payload: JsonObject, key: string): string | null => {
  const value = payload[key]
  return typeof value === 'string' ? value : null
}

const finishing = (organization: LoggedEvent['organizationId'], id: string) => ({
  task: finishCheckoutTask,
  payload: { organizationId: organization, id },
})

/** The money has come, or the card is kept: the order follows, unless it was made along with it. */
const paidReaction = (on: string): Reaction => ({
  on,
  jobs: ({ organizationId: organization, payload }) => {
    const id = textAt(payload, 'checkout_id')
    const isMade = textAt(payload, 'order_id') !== null
    return id === null || isMade ? [] : [finishing(organization, id)]
  },
})

/** It hasn’t: the buyer may try another card. */
const failedReaction = (on: string): Reaction => ({
  on,
  jobs: ({ organizationId: organization, payload, object }) => {
    const id = textAt(payload, 'checkout_id')
    const told = { organizationId: organization, id, attemptId: object.id }
    return id === null ? [] : [{ task: reopenCheckoutTask, payload: told }]
  },
})

/** Where nothing is to be paid, nobody else tells that it is paid. */
const freeReaction: Reaction = {
  on: 'checkout.updated',
  jobs: ({ organizationId: organization, payload, object }) => {
    const isFree = payload['status'] === 'confirmed' && payload['total_amount'] === 0
    return isFree ? [finishing(organization, object.id)] : []
  },
}

export const checkoutReactions: readonly Reaction[] = [
  paidReaction('payment.succeeded'),
  paidReaction('payment_method_set_up.succeeded'),
  failedReaction('payment.failed'),
  failedReaction('payment_method_set_up.failed'),
  freeReaction,
]

const ofCheckout = z.object({ organizationId, id: checkoutId })
const attemptId = z.union([paymentId, methodSetUpId])
const ofFailed = z.object({ organizationId, id: checkoutId, attemptId })

export const finishCheckoutJob =
  (parts: CheckoutParts): Task =>
  (payload) =>
    finishCheckout(parts, z.parse(ofCheckout, payload))

export const reopenCheckoutJob =
  (parts: CheckoutParts): Task =>
  (payload) =>
    reopenCheckout(parts, z.parse(ofFailed, payload))

/** Ends what is over by the clock of its organization, some at a time. */
export const endDueCheckouts =
  (parts: CheckoutParts): Task =>
  async (_payload, { signal }) => {
    const { database } = parts.workshop
    for (;;) {
      const due = await listDueCheckouts(database.kysely, parts.clock.now())
      let ended = 0
      for (const one of due) {
        if (signal.aborted) return
        if (await endDue(parts, one)) ended += 1
      }
      if (due.length < dueCheckoutsMax || ended === 0) return
    }
  }

/**
 * One that waits for its buyer’s bank is given up at the processor first: where the money has come
 * meanwhile the order is made. False where that isn’t known yet.
 */
export async function endDue(parts: CheckoutParts, due: DueCheckout): Promise<boolean> {
  const { organizationId, id, status } = due
  if (status === 'open') {
    await expireCheckout(parts, { organizationId, id })
    return true
  }
  const attemptId = due.paymentId ?? due.setUpId
  if (attemptId === null) return false
  const outcome = await giveUp(parts, due)
  if (outcome === 'succeeded') await finishCheckout(parts, { organizationId, id })
  if (outcome === 'failed') await reopenCheckout(parts, { organizationId, id, attemptId })
  return outcome === 'succeeded' || outcome === 'failed'
}

async function giveUp(
  parts: CheckoutParts,
  { organizationId, paymentId, setUpId }: DueCheckout,
): Promise<string | null> {
  if (paymentId !== null) return (await cancelPayment(parts, { organizationId, paymentId })).status
  if (setUpId === null) return null
  return (await cancelSetUp(parts, { organizationId, id: setUpId })).status
}
