import { assert } from '../../../kernel/assert.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import { abandoned, isHardDecline, mayCharge, type PaymentOutcome } from '../rules/outcome.ts'
import type { IntentSnapshot, Processor, Unavailable } from '../rules/processor.ts'
import { findPayment, type PaymentKey, type PaymentRow } from '../store/payments.ts'
import { callProcessor, isUnavailable } from './call-processor.ts'
import { chargePayment } from './charge-payment.ts'
import type { PaymentDeps } from './deps.ts'
import { authenticationOf, recordOutcome } from './record-outcome.ts'

/**
 * The second and third step of a payment: submits it to the processor, outside of any transaction,
 * and records the outcome. Safe to repeat and to run concurrently: the payment’s id is the
 * idempotency key, and an end is recorded once.
 */
export async function submitPayment(deps: PaymentDeps, key: PaymentKey): Promise<PaymentOutcome> {
  const payment = await requirePayment(deps, key)
  if (payment.status !== 'pending') return paymentOutcome(deps, payment)
  const answer = await callProcessor(deps, payment, (processor) =>
    chargeOrFind(deps, processor, payment),
  )
  return recordAnswer(deps, payment, answer)
}

/** Cancels a payment that waits for its buyer. It may turn out to have succeeded meanwhile. */
export async function cancelPayment(deps: PaymentDeps, key: PaymentKey): Promise<PaymentOutcome> {
  const payment = await requirePayment(deps, key)
  if (payment.status !== 'pending') return paymentOutcome(deps, payment)
  const answer = await callProcessor(deps, payment, (processor) => cancelAt(processor, payment))
  return recordAnswer(deps, payment, answer)
}

/** The second step alone; null where it changes nothing. */
export async function attemptPayment(
  deps: PaymentDeps,
  payment: PaymentRow,
): Promise<IntentSnapshot | null> {
  if (payment.status !== 'pending') return null
  const answer = await callProcessor(deps, payment, (processor) =>
    chargeOrFind(deps, processor, payment),
  )
  return isUnavailable(answer) || isRecorded(payment, answer) ? null : answer
}

/** The third step alone. */
export const recordPaymentOutcome = (
  deps: PaymentDeps,
  { organizationId, id: paymentId }: PaymentRow,
  intent: IntentSnapshot,
): Promise<PaymentRow> =>
  runUnitOfWork(deps.uowFactory, { organizationId }, (uow) =>
    recordOutcome(uow, deps, { organizationId, paymentId }, intent),
  )

async function requirePayment({ uowFactory }: PaymentDeps, key: PaymentKey): Promise<PaymentRow> {
  const payment = await findPayment(uowFactory.database.reads, key)
  assert(payment !== undefined, 'a submitted payment was created')
  return payment
}

async function recordAnswer(
  deps: PaymentDeps,
  payment: PaymentRow,
  answer: IntentSnapshot | Unavailable,
): Promise<PaymentOutcome> {
  if (isUnavailable(answer)) return { status: 'pending', isProcessorUnavailable: true }
  if (isRecorded(payment, answer)) return paymentOutcome(deps, payment)
  return paymentOutcome(deps, await recordPaymentOutcome(deps, payment, answer))
}

/** Still waiting for the buyer or the processor, as before. */
const isRecorded = (
  { processorId, clientSecret }: PaymentRow,
  { processorId: answeredId, outcome }: IntentSnapshot,
): boolean =>
  processorId === answeredId &&
  (outcome.status === 'needs_action' ? clientSecret !== null : outcome.status === 'processing')

function chargeOrFind(
  deps: PaymentDeps,
  processor: Processor,
  payment: PaymentRow,
): Promise<IntentSnapshot | Unavailable> {
  const { organizationId, id, processorId } = payment
  if (processorId !== null) return find(processor, payment, processorId)
  return mayCharge(payment.startedAt, deps.clock.now())
    ? chargePayment(deps, processor, payment)
    : findOrAbandon(processor, { organizationId, key: id })
}

async function find(
  processor: Processor,
  { organizationId }: PaymentRow,
  processorId: string,
): Promise<IntentSnapshot | Unavailable> {
  const found = await processor.find({ organizationId, processorId })
  return found ?? { unavailable: `it doesn't know ${processorId} any more` }
}

async function cancelAt(
  processor: Processor,
  { organizationId, id, processorId }: PaymentRow,
): Promise<IntentSnapshot | Unavailable> {
  if (processorId !== null) return processor.cancel({ organizationId, processorId })
  const found = await findOrAbandon(processor, { organizationId, key: id })
  if (isUnavailable(found) || found.processorId === null) return found
  return processor.cancel({ organizationId, processorId: found.processorId })
}

/** A payment that the processor doesn’t know was never charged, and won’t be any more. */
async function findOrAbandon(
  processor: Processor,
  request: Parameters<Processor['findByKey']>[0],
): Promise<IntentSnapshot | Unavailable> {
  const found = await processor.findByKey(request)
  return found ?? { processorId: null, outcome: abandoned }
}

/** The state of a payment, for the caller that submitted it. */
export function paymentOutcome(
  deps: Pick<PaymentDeps, 'keyring'>,
  payment: PaymentRow,
): PaymentOutcome {
  if (payment.status === 'succeeded') return { status: 'succeeded' }
  const { declineReason: reason, declineMessage: message } = payment
  if (reason !== null) {
    const isHard = isHardDecline(reason)
    return { status: 'failed', reason, message: message ?? reason, isHard }
  }
  const authentication = authenticationOf(deps, payment)
  return authentication === null
    ? { status: 'pending', isProcessorUnavailable: false }
    : { status: 'needs_action', clientSecret: authentication.clientSecret }
}
