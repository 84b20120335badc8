import { checkoutId } from '@guildhall/contract/checkout/checkout-shapes'
import { organizationId } from '@guildhall/contract/organizations/shapes'
import { methodSetUpId } from '@guildhall/contract/payments/method-shapes'
import { paymentId } from '@guildhall/contract/payments/shapes'
import * as z from 'zod/mini'
import { type JobDefinition, job } from '../../../platform/jobs.ts'
import { when } from '../../../platform/outbox/triggers.ts'
import type { CheckoutDeps } from '../actions/deps.ts'
import { reopenCheckout } from '../actions/reopen-checkout.ts'

/** Lets the buyer try another card after a failed payment. */
export const reopenUnpaidCheckout: JobDefinition<CheckoutDeps> = job({
  name: 'checkout.reopen',
  payload: z.object({
    organizationId,
    id: checkoutId,
    attemptId: z.union([paymentId, methodSetUpId]),
  }),
  on: [
    when(['payment.failed', 'payment_method_set_up.failed'], ['checkoutId'], (event) => {
      const { organizationId: organization, object, payload } = event
      const { checkoutId: id } = payload
      const attemptId = object.id
      return id === null ? [] : [{ payload: { organizationId: organization, id, attemptId } }]
    }),
  ],
  run: (deps: CheckoutDeps, failed) => reopenCheckout(deps, failed),
})
