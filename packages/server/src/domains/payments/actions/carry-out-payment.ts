import { assert } from '../../../kernel/assert.ts'
import { work } from '../../../platform/work.ts'
import { isHardDecline, mayCharge } from '../rules/outcome.ts'
import type { IntentSeen, Processor, Unavailable } from '../rules/processor.ts'
import { findPayment, type PaymentKey, type PaymentRow } from '../store/payments.ts'
import { chargePayment } from './charge-payment.ts'
import { authenticationOf, noteOutcome } from './note-outcome.ts'
import type { PaymentParts } from './parts.ts'
import { askProcessor, isUnavailable } from './processor-of.ts'

export type PaymentOutcome =
  | { readonly status: 'succeeded' }
  | FailedPayment
  | { readonly status: 'needs_action'; readonly clientSecret: string }
  /** Nobody knows yet: the processor takes its time, or is away. A sweep or its callback goes on. */
  | { readonly status: 'pending'; readonly isProcessorAway: boolean }

interface FailedPayment {
  readonly status: 'failed'
  readonly reason: string
  readonly message: string
  /** Whether the same card is of no use any more. */
  readonly isHard: boolean
}

/**
 * The second and the third step of a payment: asks the processor, outside of any transaction, and
 * notes what came of it. It may run at any time, any number of times and at once: the payment's id
 * is the idempotency key, and an end is noted once.
 */
export async function carryOutPayment(
  parts: PaymentParts,
  key: PaymentKey,
): Promise<PaymentOutcome> {
  const payment = await pendingOrEnded(parts, key)
  if (payment.status !== 'pending') return paymentOutcome(parts, payment)
  const seen = await askProcessor(parts, payment, (processor) => ask(parts, processor, payment))
  return noteSeen(parts, payment, seen)
}

/**
 * Gives a payment up that waits for its buyer. Where the money has come meanwhile it is a payment
 * that succeeded.
 */
export async function cancelPayment(parts: PaymentParts, key: PaymentKey): Promise<PaymentOutcome> {
  const payment = await pendingOrEnded(parts, key)
  if (payment.status !== 'pending') return paymentOutcome(parts, payment)
  const seen = await askProcessor(parts, payment, (processor) => giveUp(processor, payment))
  return noteSeen(parts, payment, seen)
}

/** The second step alone; null where it tells nothing new. */
export async function tryPayment(
  parts: PaymentParts,
  payment: PaymentRow,
): Promise<IntentSeen | null> {
  if (payment.status !== 'pending') return null
  const seen = await askProcessor(parts, payment, (processor) => ask(parts, processor, payment))
  return isUnavailable(seen) || isKnown(payment, seen) ? null : seen
}

/** The third step alone. */
export const notePayment = (
  parts: PaymentParts,
  { organizationId, id: paymentId }: PaymentRow,
  seen: IntentSeen,
): Promise<PaymentRow> =>
  work(parts.workshop, { organizationId }, (unit) =>
    noteOutcome(unit, parts, { organizationId, paymentId }, seen),
  )

async function pendingOrEnded({ workshop }: PaymentParts, key: PaymentKey): Promise<PaymentRow> {
  const payment = await findPayment(workshop.database.reads, key)
  assert(payment !== undefined, 'who carries out a payment has begun it')
  return payment
}

async function noteSeen(
  parts: PaymentParts,
  payment: PaymentRow,
  seen: IntentSeen | Unavailable,
): Promise<PaymentOutcome> {
  if (isUnavailable(seen)) return { status: 'pending', isProcessorAway: true }
  if (isKnown(payment, seen)) return paymentOutcome(parts, payment)
  return paymentOutcome(parts, await notePayment(parts, payment, seen))
}

/** Still waiting for the buyer, or for the processor, as before. */
const isKnown = (
  { processorId, clientSecret }: PaymentRow,
  { processorId: seenId, outcome }: IntentSeen,
): boolean =>
  processorId === seenId &&
  (outcome.status === 'needs_action' ? clientSecret !== null : outcome.status === 'processing')

function ask(
  parts: PaymentParts,
  processor: Processor,
  payment: PaymentRow,
): Promise<IntentSeen | Unavailable> {
  const { organizationId, id, processorId } = payment
  if (processorId !== null) return find(processor, payment, processorId)
  return mayCharge(payment.begunAt, parts.clock.now())
    ? chargePayment(parts, processor, payment)
    : findOrGiveUp(processor, { organizationId, key: id })
}

async function find(
  processor: Processor,
  { organizationId }: PaymentRow,
  processorId: string,
): Promise<IntentSeen | Unavailable> {
  const found = await processor.find({ organizationId, processorId })
  return found ?? { unavailable: `it doesn't know ${processorId} any more` }
}

async function giveUp(
  processor: Processor,
  { organizationId, id, processorId }: PaymentRow,
): Promise<IntentSeen | Unavailable> {
  if (processorId !== null) return processor.cancel({ organizationId, processorId })
  const found = await findOrGiveUp(processor, { organizationId, key: id })
  if (isUnavailable(found) || found.processorId === null) return found
  return processor.cancel({ organizationId, processorId: found.processorId })
}

/** The processor was never asked, or doesn't know of it: a charge won't be tried any more. */
async function findOrGiveUp(
  processor: Processor,
  told: Parameters<Processor['findByKey']>[0],
): Promise<IntentSeen | Unavailable> {
  const found = await processor.findByKey(told)
  return found ?? { processorId: null, outcome: givenUp }
}

const givenUp = { status: 'declined', reason: 'abandoned', method: null } as const

/** How a payment stands, as whoever wants it to be paid sees it. */
export function paymentOutcome(
  parts: Pick<PaymentParts, 'keyring'>,
  payment: PaymentRow,
): PaymentOutcome {
  if (payment.status === 'succeeded') return { status: 'succeeded' }
  const { declineReason: reason, declineMessage: message } = payment
  if (reason !== null) {
    const isHard = isHardDecline(reason)
    return { status: 'failed', reason, message: message ?? reason, isHard }
  }
  const authentication = authenticationOf(parts, payment)
  return authentication === null
    ? { status: 'pending', isProcessorAway: false }
    : { status: 'needs_action', clientSecret: authentication.clientSecret }
}
