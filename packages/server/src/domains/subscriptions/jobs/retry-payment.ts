import { customerId } from '@guildhall/contract/customers/shapes'
import { organizationId } from '@guildhall/contract/organizations/shapes'
import { id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { type JobDefinition, job } from '../../../platform/jobs.ts'
import { when } from '../../../platform/outbox/triggers.ts'
import type { SubscriptionDeps } from '../actions/deps.ts'
import { retryPayment } from '../actions/retry-payment.ts'

export const retryPaymentJob: JobDefinition<SubscriptionDeps> = job({
  name: 'subscriptions.retry_payment',
  payload: z.object({ organizationId, customerId, paymentMethodId: id('paymentMethod') }),
  on: [
    when(
      'payment_method.default_changed',
      ['customerId', 'collectsOverdue'],
      ({ organizationId: organization, object, payload }) =>
        payload.collectsOverdue === true
          ? [
              {
                payload: {
                  organizationId: organization,
                  customerId: payload.customerId,
                  paymentMethodId: object.id,
                },
              },
            ]
          : [],
    ),
  ],
  run: (deps: SubscriptionDeps, payload) => retryPayment(deps, payload),
})
