import { assert } from '../../../kernel/assert.ts'
import type { NewEvent } from '../../../platform/outbox/record.ts'
import { type Work, work } from '../../../platform/work.ts'
import type {
  Present,
  ProcessorName,
  ReportedDispute,
  ReportedRefund,
  Subject,
} from '../rules/processor.ts'
import { findPayment, type PaymentRow } from '../store/payments.ts'
import { hearNews } from '../store/processor-news.ts'
import { noteOutcome } from './note-outcome.ts'
import type { PaymentParts } from './parts.ts'
import { isUnavailable } from './processor-of.ts'

export interface News {
  readonly processor: ProcessorName
  /** The call's own name: one that comes twice is heard once. */
  readonly eventId: string
  readonly subject: Subject
}

/**
 * What a processor called about. Calls come late, twice and out of order, so that what one says is
 * no more than a reason to look: what counts is how its subject is now.
 */
export async function noteNews(parts: PaymentParts, news: News): Promise<void> {
  const processor = parts.processors[news.processor]
  assert(processor !== null, `${news.processor} calls only where it is set up`)
  const present = await processor.look(news.subject)
  if (isUnavailable(present)) throw new Error(`could not look: ${present.unavailable}`)
  if (present === null) return
  const { organizationId, paymentId } = present
  const key = { organizationId, paymentId }
  const payment = await findPayment(parts.workshop.database.reads, key)
  if (payment === undefined || payment.processor !== news.processor) return
  const heardAt = parts.clock.now()
  await work(parts.workshop, { organizationId }, async (unit) => {
    const { processor: name, eventId } = news
    const heard = { organizationId, processor: name, eventId, heardAt }
    const isNew = await hearNews(unit.tx, heard)
    if (isNew) await note(unit, parts, { payment, present, heardAt })
  })
}

interface Heard {
  readonly payment: PaymentRow
  readonly heardAt: Date
}

interface Noting extends Heard {
  readonly present: Present
}

async function note(unit: Work, parts: PaymentParts, noting: Noting): Promise<void> {
  const { present } = noting
  if (present.about === 'intent') {
    await noteOutcome(unit, parts, present, present.seen)
    return
  }
  // Money of a payment that had been given up went back because of that, and nothing was sold.
  if (noting.payment.status !== 'succeeded') return
  unit.record(
    present.about === 'refund'
      ? refundEvent(noting, present.refund)
      : disputeEvent(noting, present.dispute),
  )
}

/** The later a look, the higher the version of what was seen. */
const eventAbout = (
  { payment: { organizationId, customerId }, heardAt }: Heard,
  object: { readonly type: string; readonly id: string },
): Pick<NewEvent, 'organizationId' | 'customerId' | 'object'> => ({
  organizationId,
  customerId,
  object: { ...object, version: heardAt.getTime() },
})

const refundEvent = (heard: Heard, refund: ReportedRefund): NewEvent => ({
  name: 'processor_refund.reported',
  ...eventAbout(heard, { type: 'processor_refund', id: refund.processorId }),
  payload: {
    payment_id: heard.payment.id,
    order_id: heard.payment.orderId,
    refund_id: refund.refundId,
    processor_id: refund.processorId,
    status: refund.status,
    amount: refund.amount,
    failure_reason: refund.failureReason,
  },
})

const disputeEvent = (heard: Heard, dispute: ReportedDispute): NewEvent => ({
  name: 'dispute.reported',
  ...eventAbout(heard, { type: 'dispute', id: dispute.processorId }),
  payload: {
    payment_id: heard.payment.id,
    order_id: heard.payment.orderId,
    processor_id: dispute.processorId,
    status: dispute.status,
    amount: dispute.amount,
  },
})
