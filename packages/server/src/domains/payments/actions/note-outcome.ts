import { PaymentStatus } from '@guildhall/contract/payments/shapes'
import type { Id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import type { Work } from '../../../platform/work.ts'
import { decideNoting, isOvertaken } from '../rules/outcome.ts'
import type { CardSeen, IntentOutcome, IntentSeen } from '../rules/processor.ts'
import {
  findPayments,
  noteKeptMethods,
  type PaymentMove,
  savePendingPayments,
} from '../store/payment-batch.ts'
import type { PaymentKey, PaymentRow } from '../store/payments.ts'
import { keepMethod } from './keep-methods.ts'
import type { PaymentParts } from './parts.ts'
import { overtakenEvent, paymentEvent } from './present-payment.ts'

export interface SeenPayment {
  readonly paymentId: Id<'payment'>
  readonly seen: IntentSeen
  /** Where it is made in the same transaction. */
  readonly orderId?: Id<'order'>
}

interface PaymentToNote extends PaymentKey {
  readonly orderId?: Id<'order'>
}

/**
 * The last of the three steps of a payment: notes how the processor has it. Whoever comes first
 * with an end has said it; what comes later, or again, changes nothing.
 */
export async function noteOutcome(
  work: Work,
  parts: Pick<PaymentParts, 'keyring'>,
  { organizationId, ...noted }: PaymentToNote,
  seen: IntentSeen,
): Promise<PaymentRow> {
  const [payment] = await noteOutcomes(work, parts, organizationId, [{ ...noted, seen }])
  assert(payment !== undefined, 'a payment stays')
  return payment
}

/** The same of many payments of one organization, each of them once; in their order. */
export async function noteOutcomes(
  work: Work,
  { keyring }: Pick<PaymentParts, 'keyring'>,
  organizationId: Id<'organization'>,
  noted: readonly SeenPayment[],
): Promise<PaymentRow[]> {
  const { tx, now } = work
  const moves = noted.map(({ paymentId, seen, orderId = null }) => ({
    ...moveBy(paymentId, seen, (secret) =>
      keyring.seal(secret, boundTo({ organizationId, paymentId })),
    ),
    orderId,
  }))
  const moved = await savePendingPayments(tx, organizationId, { moves, now })
  const saved = new Map(moved.map((payment) => [payment.id, payment]))
  const others = noted.filter(({ paymentId }) => !saved.has(paymentId))
  const ended = await findEnded(work, organizationId, others)
  const rows: PaymentRow[] = []
  for (const { paymentId, seen } of noted) {
    const payment = saved.get(paymentId)
    const row =
      payment === undefined ? ended.get(paymentId) : await withKept(work, payment, seen.outcome)
    assert(row !== undefined, 'a payment stays')
    if (payment === undefined) tellOvertaken(work, row, seen)
    else if (row.status !== 'pending') work.record(paymentEvent(statusOf(row), row))
    rows.push(row)
  }
  return rows
}

async function findEnded(
  { tx }: Work,
  organizationId: Id<'organization'>,
  noted: readonly SeenPayment[],
): Promise<ReadonlyMap<Id<'payment'>, PaymentRow>> {
  if (noted.length === 0) return new Map()
  const ids = noted.map(({ paymentId }) => paymentId)
  const found = await findPayments(tx, organizationId, ids)
  return new Map(found.map((payment) => [payment.id, payment]))
}

function tellOvertaken(work: Work, ended: PaymentRow, { processorId, outcome }: IntentSeen): void {
  const status = z.parse(PaymentStatus, ended.status)
  if (isOvertaken(status, outcome) && processorId !== null) {
    work.record(overtakenEvent(ended, processorId))
  }
}

function statusOf({ status }: PaymentRow): 'succeeded' | 'failed' {
  return status === 'succeeded' ? 'succeeded' : 'failed'
}

/** Of a payment that has just succeeded, and was to keep its card. */
async function withKept(
  work: Work,
  payment: PaymentRow,
  outcome: IntentOutcome,
): Promise<PaymentRow> {
  const { organizationId, customerId, processor, id } = payment
  const seen = outcome.status === 'succeeded' ? outcome.method : null
  if (!payment.keepsMethod || seen === null || seen.kept === null) return payment
  const wish = { organizationId, customerId, processor, seen, becomesDefault: false }
  const { id: paymentMethodId } = await keepMethod(work, wish)
  await noteKeptMethods(work.tx, organizationId, [{ id, paymentMethodId }])
  return { ...payment, paymentMethodId }
}

const goesOn = {
  status: 'pending',
  method: null,
  methodMetadata: null,
  declineReason: null,
  declineMessage: null,
  clientSecret: null,
} as const

function moveBy(
  id: Id<'payment'>,
  { processorId, outcome }: IntentSeen,
  seal: (secret: string) => Buffer,
): Omit<PaymentMove, 'orderId'> {
  const noting = decideNoting(outcome)
  if (noting === 'goes on') return { id, processorId, ...goesOn }
  if ('asks' in noting) return { id, processorId, ...goesOn, clientSecret: seal(noting.asks) }
  const { status, declineReason, declineMessage, method } = noting
  return {
    id,
    processorId,
    status,
    declineReason,
    declineMessage,
    clientSecret: null,
    method: method?.type ?? null,
    methodMetadata: method?.card == null ? null : seenOf(method.card),
  }
}

const seenOf = ({ brand, last4, country }: CardSeen) => ({ brand, last4, country })

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
