import { refundId } from '@guildhall/contract/orders/refund-shapes'
import { organizationId } from '@guildhall/contract/organizations/shapes'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import { type JobDefinition, job } from '../../../platform/jobs.ts'
import { when } from '../../../platform/outbox/triggers.ts'
import { submitRefund } from '../actions/create-refund.ts'
import type { OrderDeps } from '../actions/deps.ts'

/** By then the request that created the refund has submitted it, or its process has died. */
const resumeMilliseconds = 30_000

/** Submits a refund whose request was interrupted. */
export const resumeRefund: JobDefinition<OrderDeps> = job({
  name: 'orders.resume_refund',
  payload: z.object({ organizationId, id: refundId }),
  on: [
    when('refund.started', [], ({ organizationId, object: { id }, recordedAt }) => [
      {
        payload: { organizationId, id },
        runAt: new Date(recordedAt.getTime() + resumeMilliseconds),
      },
    ]),
  ],
  async run(deps: OrderDeps, key) {
    const isAnswered = await submitRefund(deps, key)
    assert(isAnswered, 'the processor is unavailable; the job is retried')
  },
})
