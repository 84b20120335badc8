import { organizationId } from '@guildhall/contract/organizations/shapes'
import { paymentMethodId } from '@guildhall/contract/payments/method-shapes'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import { type JobDefinition, job } from '../../../platform/jobs.ts'
import { when } from '../../../platform/outbox/triggers.ts'
import { callProcessor, isUnavailable } from '../actions/call-processor.ts'
import type { PaymentDeps } from '../actions/deps.ts'

/** A method that is deleted here is removed at the processor as well. */
export const detachMethod: JobDefinition<PaymentDeps> = job({
  name: 'payments.detach_method',
  payload: z.object({
    organizationId,
    id: paymentMethodId,
    processor: z.string(),
    processorId: z.string(),
  }),
  on: [
    when(
      'payment_method.deleted',
      ['processor', 'processorId'],
      ({ organizationId, object: { id }, payload: { processor, processorId } }) => {
        assert(
          processor !== undefined && processorId != null,
          'a deleted method names its processor',
        )
        return [{ payload: { organizationId, id, processor, processorId } }]
      },
    ),
  ],
  async run(deps: PaymentDeps, { organizationId, id, processor, processorId: method }) {
    const answer = await callProcessor(deps, { processor, id }, (port) =>
      port.detach({ organizationId, method }),
    )
    if (isUnavailable(answer)) throw new Error('the processor is unavailable; the job is retried')
  },
})
