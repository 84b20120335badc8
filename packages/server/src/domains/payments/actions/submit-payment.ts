import { assert } from '../../../kernel/assert.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import {
  abandoned,
  isHardDecline,
  isListed,
  mayCharge,
  type PaymentOutcome,
} from '../rules/outcome.ts'
import type { IntentSnapshot, Processor, Unavailable } from '../rules/processor.ts'
import { findPayment, type PaymentKey, type PaymentRow } from '../store/payments.ts'
import { markSubmitted } from '../store/submissions.ts'
import { callProcessor, isUnavailable } from './call-processor.ts'
import { cancelPayments } from './cancel-payments.ts'
import { chargePayment } from './charge-payment.ts'
import type { PaymentDeps } from './deps.ts'
import { authenticationOf, recordOutcome } from './record-outcome.ts'

/**
 * The second and third step of a payment: submits it to the processor, outside of any transaction,
 * and records the outcome. Safe to repeat and to run concurrently: the payment’s id is the
 * idempotency key, and an end is recorded once.
 */
export async function submitPayment(deps: PaymentDeps, key: PaymentKey): Promise<PaymentOutcome> {
  const payment = await submittable(deps, await requirePayment(deps, key))
  if (payment.status !== 'pending') return paymentOutcome(deps, payment)
  const answer = await callProcessor(deps, payment, (processor) =>
    chargeOrFind(deps, processor, payment),
  )
  return recordAnswer(deps, payment, answer)
}

/** Cancels a pending payment. It may turn out to have succeeded meanwhile. */
export async function cancelPayment(deps: PaymentDeps, key: PaymentKey): Promise<PaymentOutcome> {
  const { organizationId, paymentId } = key
  await runUnitOfWork(deps.uowFactory, { organizationId }, (uow) =>
    cancelPayments(uow, organizationId, { paymentIds: [paymentId] }),
  )
  const payment = await requirePayment(deps, key)
  if (payment.status !== 'pending') return paymentOutcome(deps, payment)
  const answer = await callProcessor(deps, payment, (processor) =>
    cancelAt(deps, processor, payment),
  )
  return recordAnswer(deps, payment, answer)
}

/** The second step alone; null where it changes nothing. */
export async function attemptPayment(
  deps: PaymentDeps,
  found: PaymentRow,
): Promise<IntentSnapshot | null> {
  const payment = await submittable(deps, found)
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

/**
 * A stored card is charged only while the payment is wanted: immediately before, its row is marked
 * as submitted, unless it was given up.
 */
async function submittable(deps: PaymentDeps, payment: PaymentRow): Promise<PaymentRow> {
  const { organizationId, id: paymentId, paymentMethodId, processorId } = payment
  const isUnanswered = payment.status === 'pending' && processorId === null
  if (!isUnanswered || paymentMethodId === null) return payment
  const { kysely } = deps.uowFactory.database
  const submission = { ids: [paymentId], now: deps.clock.now() }
  const [marked] = await markSubmitted(kysely, organizationId, submission)
  return marked ?? requirePayment(deps, { organizationId, paymentId })
}

async function requirePayment({ uowFactory }: PaymentDeps, key: PaymentKey): Promise<PaymentRow> {
  const payment = await findPayment(uowFactory.database.kysely, key)
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
  const { processorId } = payment
  if (payment.cancelRequestedAt !== null) return cancelAt(deps, processor, payment)
  if (processorId !== null) return find(processor, payment, processorId)
  return mayCharge(payment.startedAt, deps.clock.now())
    ? chargePayment(deps, processor, payment)
    : findOrAbandon(deps, processor, payment)
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
  deps: PaymentDeps,
  processor: Processor,
  payment: PaymentRow,
): Promise<IntentSnapshot | Unavailable> {
  const { organizationId, processorId } = payment
  if (processorId !== null) return processor.cancel({ organizationId, processorId })
  const found = await findOrAbandon(deps, processor, payment)
  if (isUnavailable(found) || found.processorId === null) return found
  return processor.cancel({ organizationId, processorId: found.processorId })
}

/** A payment that the processor doesn’t know was never charged, and won’t be any more. */
async function findOrAbandon(
  { clock }: PaymentDeps,
  processor: Processor,
  { organizationId, id: paymentId, submittedAt }: PaymentRow,
): Promise<IntentSnapshot | Unavailable> {
  const found = await processor.findCharge({ organizationId, paymentId })
  if (found !== null) return found
  const { searchLagMilliseconds } = processor
  return isListed(submittedAt, { now: clock.now(), searchLagMilliseconds })
    ? { processorId: null, outcome: abandoned }
    : { unavailable: 'a charge that was just sent may not be listed yet' }
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
