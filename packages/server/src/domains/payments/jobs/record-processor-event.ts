import { organizationId } from '@guildhall/contract/organizations/shapes'
import * as z from 'zod/mini'
import { type JobDefinition, job } from '../../../platform/jobs.ts'
import { when } from '../../../platform/outbox/triggers.ts'
import type { PaymentDeps } from '../actions/deps.ts'
import { recordProcessorEvent } from '../actions/record-processor-event.ts'
import { processorNames } from '../rules/processor.ts'

/** Webhooks are stored as they arrive, and processed here. */
export const recordProcessorEventJob: JobDefinition<PaymentDeps> = job({
  name: 'payments.record_processor_event',
  payload: z.object({
    processor: z.enum(processorNames),
    eventId: z.string(),
    about: z.enum(['intent', 'refund', 'dispute', 'fraud_warning']),
    processorId: z.string(),
    organizationId: z.nullable(organizationId),
  }),
  on: [
    when(
      'stripe_event.received',
      ['processor', 'eventId', 'about', 'processorId', 'organizationId'],
      ({ payload }) => [{ payload }],
    ),
    when(
      'sandbox_event.received',
      ['processor', 'eventId', 'about', 'processorId', 'organizationId', 'times', 'delaySeconds'],
      ({ payload: { times, delaySeconds, ...payload }, recordedAt }) => {
        const runAt = new Date(recordedAt.getTime() + delaySeconds * 1000)
        return Array.from({ length: times }, () => ({ payload, runAt }))
      },
    ),
  ],
  async run(deps: PaymentDeps, { processor, eventId, ...subject }) {
    await recordProcessorEvent(deps, { processor, eventId, subject })
  },
})
