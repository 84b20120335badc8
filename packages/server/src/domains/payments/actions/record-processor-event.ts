import { assert } from '../../../kernel/assert.ts'
import { eventOf } from '../../../platform/outbox/domain-events.ts'
import { runUnitOfWork, type UnitOfWork } from '../../../platform/unit-of-work.ts'
import type { ProcessorName, Subject, SubjectSnapshot } from '../rules/processor.ts'
import { findPayment, type PaymentRow } from '../store/payments.ts'
import { insertProcessorEvent } from '../store/processor-events.ts'
import { isUnavailable } from './call-processor.ts'
import type { PaymentDeps } from './deps.ts'
import { recordOutcome } from './record-outcome.ts'

export interface ProcessorEvent {
  readonly processor: ProcessorName
  /** The processor’s id of the event; a repeated event is recorded once. */
  readonly eventId: string
  readonly subject: Subject
}

/**
 * Webhooks of processors arrive late, repeatedly and out of order, so an event is only a reason to
 * fetch its subject: what counts is the subject’s current state.
 */
export async function recordProcessorEvent(
  deps: PaymentDeps,
  event: ProcessorEvent,
): Promise<void> {
  const processor = deps.processors[event.processor]
  assert(processor !== null, `${event.processor} is configured`)
  // Taken before the question, so that of two answers the one with the later instant is newer.
  const receivedAt = deps.clock.now()
  const snapshot = await processor.fetchSubject(event.subject)
  if (isUnavailable(snapshot)) throw new Error(`could not fetch: ${snapshot.unavailable}`)
  if (snapshot === null) return
  const { organizationId, paymentId } = snapshot
  const key = { organizationId, paymentId }
  const payment = await findPayment(deps.uowFactory.database.reads, key)
  if (payment === undefined || payment.processor !== event.processor) return
  await runUnitOfWork(deps.uowFactory, { organizationId }, async (uow) => {
    const { processor: name, eventId } = event
    const received = { organizationId, processor: name, eventId, receivedAt }
    const isNew = await insertProcessorEvent(uow.tx, received)
    if (isNew) await recordSnapshot(uow, deps, { payment, snapshot, receivedAt })
  })
}

interface Received {
  readonly payment: PaymentRow
  readonly snapshot: SubjectSnapshot
  readonly receivedAt: Date
}

async function recordSnapshot(
  uow: UnitOfWork,
  deps: PaymentDeps,
  { payment, snapshot, receivedAt }: Received,
): Promise<void> {
  if (snapshot.about === 'intent') {
    await recordOutcome(uow, deps, snapshot, snapshot.intent)
    return
  }
  assert(payment.status !== 'pending', 'its own outcome is recorded first; the job is retried')
  // The refund of a payment that failed here is our own, and no order knows of it.
  if (payment.status !== 'succeeded') return
  const { organizationId, customerId, id: paymentId, orderId } = payment
  // A later snapshot has a higher version.
  const subject = { organizationId, customerId, version: receivedAt.getTime() }
  if (snapshot.about === 'refund') {
    const { refund } = snapshot
    const reported = { ...subject, id: refund.processorId }
    uow.record(eventOf('processor_refund.reported', reported, { paymentId, orderId, ...refund }))
    return
  }
  const { dispute } = snapshot
  const reported = { ...subject, id: dispute.processorId }
  const about = { paymentId, orderId, amount: dispute.amount ?? payment.amount }
  uow.record(
    eventOf('dispute.reported', reported, { ...dispute, ...about, reportedAt: receivedAt }),
  )
}
