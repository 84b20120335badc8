import { organizationId } from '@guildhall/contract/organizations/shapes'
import { methodSetUpId } from '@guildhall/contract/payments/method-shapes'
import * as z from 'zod/mini'
import { type JobDefinition, job } from '../../../platform/jobs.ts'
import { when } from '../../../platform/outbox/triggers.ts'
import type { PaymentDeps } from '../actions/deps.ts'
import { submitSetUp } from '../actions/submit-set-up.ts'
import { findSetUp } from '../store/set-ups.ts'

/** By then the request that created the set-up has submitted it, or its process has died. */
const resumeMilliseconds = 30_000

/** Submits a set-up whose request was interrupted, or whose customer has closed the page. */
export const resumeSetUp: JobDefinition<PaymentDeps> = job({
  name: 'payments.resume_set_up',
  payload: z.object({ organizationId, id: methodSetUpId }),
  on: [
    when('payment_method_set_up.started', [], ({ organizationId, object: { id }, recordedAt }) => [
      {
        payload: { organizationId, id },
        runAt: new Date(recordedAt.getTime() + resumeMilliseconds),
      },
    ]),
    when('payment_method_set_up.reported', [], ({ organizationId, object: { id } }) => [
      { payload: { organizationId, id } },
    ]),
  ],
  async run(deps: PaymentDeps, key) {
    // A set-up of another server with the same Stripe account doesn’t exist here.
    if ((await findSetUp(deps.uowFactory.database.kysely, key)) === undefined) return
    const outcome = await submitSetUp(deps, key)
    const isUnanswered = outcome.status === 'pending' && outcome.isProcessorUnavailable
    if (isUnanswered) throw new Error('the processor is unavailable; the job is retried')
  },
})
