import { id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import type { Job, LoggedEvent, Reaction } from '../../../platform/outbox/reactions.ts'
import type { Task } from '../../../platform/queue.ts'
import { noteNews } from '../actions/note-news.ts'
import type { PaymentParts } from '../actions/parts.ts'
import { processorNames } from '../rules/processor.ts'

export const noteNewsTask = 'payments.noteNews'

const called = {
  processor: z.enum(processorNames),
  event_id: z.string(),
  about: z.enum(['intent', 'refund', 'dispute']),
  processor_id: z.string(),
  organization_id: z.nullable(id('organization')),
}

const Call = z.object({
  ...called,
  times: z._default(z.int(), 1),
  delay_seconds: z._default(z.int(), 0),
})

function jobsOf({ payload, recordedAt }: LoggedEvent): readonly Job[] {
  const { times, delay_seconds: delaySeconds, ...call } = z.parse(Call, payload)
  const runAt = new Date(recordedAt.getTime() + delaySeconds * 1000)
  const job: Job = { task: noteNewsTask, payload: call, runAt }
  return Array.from({ length: times }, () => job)
}

/** Calls of processors: noted as they come in, and looked into in peace. */
export const newsReactions: readonly Reaction[] = [
  { on: 'sandbox.called', jobs: jobsOf },
  { on: 'stripe.called', jobs: jobsOf },
]

const Payload = z.object(called)

export function noteNewsOf(parts: PaymentParts): Task {
  return async (payload) => {
    const call = z.parse(Payload, payload)
    await noteNews(parts, {
      processor: call.processor,
      eventId: call.event_id,
      subject: {
        about: call.about,
        processorId: call.processor_id,
        organizationId: call.organization_id,
      },
    })
  }
}
