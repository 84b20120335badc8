import { checkoutId } from '@guildhall/contract/checkout/checkout-shapes'
import { organizationId } from '@guildhall/contract/organizations/shapes'
import type { Id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { type JobDefinition, job } from '../../../platform/jobs.ts'
import { when } from '../../../platform/outbox/triggers.ts'
import type { CheckoutDeps } from '../actions/deps.ts'
import { finishCheckout } from '../actions/finish-checkout.ts'

const requestFor = (organization: Id<'organization'>, id: Id<'checkout'>) => ({
  payload: { organizationId: organization, id },
})

/** Creates the order of a checkout that is paid, or has nothing to pay. */
export const finishPaidCheckout: JobDefinition<CheckoutDeps> = job({
  name: 'checkout.finish',
  payload: z.object({ organizationId, id: checkoutId }),
  on: [
    when('payment.succeeded', ['checkoutId', 'orderId'], (event) => {
      const { checkoutId: id, orderId } = event.payload
      // A payment with an order was finished along with it.
      return id === null || orderId !== null ? [] : [requestFor(event.organizationId, id)]
    }),
    when('payment_method_set_up.succeeded', ['checkoutId'], (event) => {
      const { checkoutId: id } = event.payload
      return id === null ? [] : [requestFor(event.organizationId, id)]
    }),
    // Without anything to pay there is no payment whose event leads here.
    when(
      'checkout.updated',
      ['status', 'isPaymentRequired'],
      ({ organizationId: of, object, payload }) =>
        payload.status === 'confirmed' && !payload.isPaymentRequired
          ? [requestFor(of, object.id)]
          : [],
    ),
  ],
  run: (deps: CheckoutDeps, key) => finishCheckout(deps, key),
})
