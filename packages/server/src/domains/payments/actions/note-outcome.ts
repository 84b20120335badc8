import { PaymentStatus } from '@guildhall/contract/payments/shapes'
import type { Id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import { jsonText } from '../../../platform/database/json.ts'
import type { Work } from '../../../platform/work.ts'
import { decideNoting, isOvertaken, type Noting } from '../rules/outcome.ts'
import type { IntentSeen } from '../rules/processor.ts'
import {
  findPayment,
  type PaymentChanges,
  type PaymentKey,
  type PaymentRow,
  savePendingPayment,
} from '../store/payments.ts'
import type { PaymentParts } from './parts.ts'
import { overtakenEvent, paymentEvent } from './present-payment.ts'

interface PaymentToNote extends PaymentKey {
  /** Where it is made in the same transaction. */
  readonly orderId?: Id<'order'>
}

/**
 * The last of the three steps of a payment: notes how the processor has it. Whoever comes first
 * with an end has said it; what comes later, or again, changes nothing.
 */
export async function noteOutcome(
  work: Work,
  { keyring }: Pick<PaymentParts, 'keyring'>,
  { orderId, ...key }: PaymentToNote,
  seen: IntentSeen,
): Promise<PaymentRow> {
  const { tx, now } = work
  const changes = changesBy(decideNoting(seen.outcome), {
    seal: (secret) => keyring.seal(secret, boundTo(key)),
  })
  const learned = {
    ...(seen.processorId !== null && { processorId: seen.processorId }),
    ...(orderId !== undefined && { orderId }),
  }
  const saved = await savePendingPayment(tx, key, { ...changes, ...learned }, now)
  if (saved !== undefined) {
    const status = z.parse(PaymentStatus, saved.status)
    if (status !== 'pending') work.record(paymentEvent(status, saved))
    return saved
  }
  const ended = await findPayment(tx, key)
  assert(ended !== undefined, 'a payment stays')
  const status = z.parse(PaymentStatus, ended.status)
  if (isOvertaken(status, seen.outcome) && seen.processorId !== null) {
    work.record(overtakenEvent(ended, seen.processorId))
  }
  return ended
}

interface Sealing {
  readonly seal: (secret: string) => Buffer
}

function changesBy(noting: Noting, { seal }: Sealing): PaymentChanges {
  if (noting === 'goes on') return {}
  if ('asks' in noting) return { clientSecret: seal(noting.asks) }
  const { status, declineReason, declineMessage, method } = noting
  return {
    status,
    declineReason,
    declineMessage,
    confirmationToken: null,
    clientSecret: null,
    ...(method !== null && {
      method: method.type,
      methodMetadata: method.card === null ? null : jsonText({ ...method.card }),
    }),
  }
}

const boundTo = ({ organizationId, paymentId }: PaymentKey): readonly string[] => [
  'payment',
  organizationId,
  paymentId,
]

interface Authentication {
  /** With it the buyer's browser asks the buyer's bank. */
  readonly clientSecret: string
  readonly status: 'requires_action'
}

/** What the buyer's browser needs while their bank wants to hear from them; null at other times. */
export function authenticationOf(
  { keyring }: Pick<PaymentParts, 'keyring'>,
  { organizationId, id: paymentId, clientSecret: sealed }: PaymentRow,
): Authentication | null {
  if (sealed === null) return null
  const clientSecret = keyring.open(sealed, boundTo({ organizationId, paymentId }))
  assert(clientSecret !== null, 'what was sealed for a payment can be opened')
  return { clientSecret, status: 'requires_action' }
}
