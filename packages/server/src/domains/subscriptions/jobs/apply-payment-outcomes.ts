import { organizationId } from '@guildhall/contract/organizations/shapes'
import * as z from 'zod/mini'
import { type JobDefinition, job } from '../../../platform/jobs.ts'
import { when } from '../../../platform/outbox/triggers.ts'
import { applyEndedPayments } from '../actions/apply-payment-outcomes.ts'
import type { SubscriptionDeps } from '../actions/deps.ts'

const name = 'subscriptions.apply_payment_outcomes'

/**
 * The process that submitted a payment has mostly applied its outcome already. So payments of one
 * organization that end at about the same time share one job.
 */
export const applyPaymentOutcomesJob: JobDefinition<SubscriptionDeps> = job({
  name,
  payload: z.object({ organizationId }),
  on: [
    when(
      ['payment.succeeded', 'payment.failed'],
      ['checkoutId', 'orderId'],
      ({ organizationId: organization, payload: { checkoutId, orderId } }) =>
        orderId === null || checkoutId !== null
          ? []
          : [{ payload: { organizationId: organization }, key: `${name}:${organization}` }],
    ),
  ],
  run: (deps: SubscriptionDeps, payload) => applyEndedPayments(deps, payload.organizationId),
})
