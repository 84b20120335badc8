import { organizationId } from '@guildhall/contract/organizations/shapes'
import { paymentId } from '@guildhall/contract/payments/shapes'
import * as z from 'zod/mini'
import { type JobDefinition, job } from '../../../platform/jobs.ts'
import { when } from '../../../platform/outbox/triggers.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import { abandonChange, completePaidChange } from '../actions/complete-paid-change.ts'
import type { SubscriptionDeps } from '../actions/deps.ts'

const payload = z.object({ organizationId, paymentId })

// A payment without a checkout and an order may be that of a change. The caller who started it may
// have crashed meanwhile.

export const completePaidChangeJob: JobDefinition<SubscriptionDeps> = job({
  name: 'subscriptions.complete_paid_change',
  payload,
  on: [when('payment.succeeded', ['checkoutId', 'orderId'], requestsOf)],
  async run(deps: SubscriptionDeps, key) {
    await completePaidChange(deps, key, {
      run: (task) => runUnitOfWork(deps.uowFactory, { organizationId: key.organizationId }, task),
      finish: async () => undefined,
    })
  },
})

export const abandonChangeJob: JobDefinition<SubscriptionDeps> = job({
  name: 'subscriptions.abandon_change',
  payload,
  on: [when('payment.failed', ['checkoutId', 'orderId'], requestsOf)],
  async run(deps: SubscriptionDeps, key) {
    await abandonChange(deps, key)
  },
})

interface EndedPayment {
  readonly organizationId: z.output<typeof organizationId>
  readonly object: { readonly id: z.output<typeof paymentId> }
  readonly payload: { readonly checkoutId: string | null; readonly orderId: string | null }
}

function requestsOf({ organizationId: organization, object, payload: payment }: EndedPayment) {
  return payment.checkoutId === null && payment.orderId === null
    ? [{ payload: { organizationId: organization, paymentId: object.id } }]
    : []
}
