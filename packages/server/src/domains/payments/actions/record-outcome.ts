import { PaymentStatus } from '@guildhall/contract/payments/shapes'
import type { Id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { decideOutcome, isLateSuccess } from '../rules/outcome.ts'
import type { CardSnapshot, IntentOutcome, IntentSnapshot } from '../rules/processor.ts'
import {
  findPayments,
  type PaymentMove,
  savePendingPayments,
  saveStoredMethods,
} from '../store/payment-batch.ts'
import type { PaymentKey, PaymentRow } from '../store/payments.ts'
import type { PaymentDeps } from './deps.ts'
import { chargeEvent, paymentEvent, unclaimedEvent } from './payment-events.ts'
import { storeMethod } from './store-methods.ts'

export interface PaymentSnapshot {
  readonly paymentId: Id<'payment'>
  readonly intent: IntentSnapshot
  /** Given where the order is created in the same transaction. */
  readonly orderId?: Id<'order'>
}

interface PaymentOfOrder extends PaymentKey {
  readonly orderId?: Id<'order'>
}

/**
 * The third step of a payment: records its state at the processor. The first end counts; later and
 * repeated outcomes change nothing.
 */
export async function recordOutcome(
  uow: UnitOfWork,
  deps: Pick<PaymentDeps, 'keyring'>,
  { organizationId, ...payment }: PaymentOfOrder,
  intent: IntentSnapshot,
): Promise<PaymentRow> {
  const [recorded] = await recordOutcomes(uow, deps, organizationId, [{ ...payment, intent }])
  assert(recorded !== undefined, 'payments are never deleted')
  return recorded
}

/** The same for many payments of one organization, each given once. Keeps their order. */
export async function recordOutcomes(
  uow: UnitOfWork,
  { keyring }: Pick<PaymentDeps, 'keyring'>,
  organizationId: Id<'organization'>,
  snapshots: readonly PaymentSnapshot[],
): Promise<PaymentRow[]> {
  const { tx, now } = uow
  const moves = snapshots.map(({ paymentId, intent, orderId = null }) => ({
    ...moveBy(paymentId, intent, (secret) =>
      keyring.seal(secret, boundTo({ organizationId, paymentId })),
    ),
    orderId,
  }))
  const moved = await savePendingPayments(tx, organizationId, { moves, now })
  const saved = new Map(moved.map((payment) => [payment.id, payment]))
  const others = snapshots.filter(({ paymentId }) => !saved.has(paymentId))
  const ended = await findEnded(uow, organizationId, others)
  const rows: PaymentRow[] = []
  for (const { paymentId, intent } of snapshots) {
    const payment = saved.get(paymentId)
    const row =
      payment === undefined
        ? ended.get(paymentId)
        : await withStoredMethod(uow, payment, intent.outcome)
    assert(row !== undefined, 'payments are never deleted')
    if (payment === undefined) recordLateSuccess(uow, row, intent)
    else if (row.status !== 'pending') recordEnd(uow, row)
    rows.push(row)
  }
  return rows
}

async function findEnded(
  { tx }: UnitOfWork,
  organizationId: Id<'organization'>,
  snapshots: readonly PaymentSnapshot[],
): Promise<ReadonlyMap<Id<'payment'>, PaymentRow>> {
  if (snapshots.length === 0) return new Map()
  const ids = snapshots.map(({ paymentId }) => paymentId)
  const found = await findPayments(tx, organizationId, ids)
  return new Map(found.map((payment) => [payment.id, payment]))
}

function recordLateSuccess(
  uow: UnitOfWork,
  ended: PaymentRow,
  { processorId, outcome }: IntentSnapshot,
): void {
  const status = z.parse(PaymentStatus, ended.status)
  if (isLateSuccess(status, outcome) && processorId !== null) {
    uow.record(unclaimedEvent(ended, processorId), ...chargeEvents(ended, processorId))
  }
}

function recordEnd(uow: UnitOfWork, ended: PaymentRow): void {
  uow.record(paymentEvent(eventNameOf(ended), ended))
  const { status, processorId } = ended
  if (status === 'succeeded' && processorId !== null)
    uow.record(...chargeEvents(ended, processorId))
}

/** The sandbox takes no fees. */
const chargeEvents = (payment: PaymentRow, processorId: string) =>
  payment.processor === 'stripe' ? [chargeEvent(payment, processorId)] : []

const eventNameOf = ({ status }: PaymentRow) =>
  status === 'succeeded' ? 'payment.succeeded' : 'payment.failed'

/** Stores the card of a payment that has just succeeded, where that was asked for. */
async function withStoredMethod(
  uow: UnitOfWork,
  payment: PaymentRow,
  outcome: IntentOutcome,
): Promise<PaymentRow> {
  const { organizationId, customerId, checkoutId, processor, id } = payment
  const snapshot = outcome.status === 'succeeded' ? outcome.method : null
  if (!payment.storesMethod || snapshot === null || snapshot.storedId === null) return payment
  const toStore = {
    organizationId,
    customerId,
    processor,
    snapshot,
    becomesDefault: false,
    checkoutId: payment.forPurchaseOnly ? checkoutId : null,
    collectsOverdue: false,
  }
  const { id: paymentMethodId } = await storeMethod(uow, toStore)
  await saveStoredMethods(uow.tx, organizationId, [{ id, paymentMethodId }])
  return { ...payment, paymentMethodId }
}

const unchanged = {
  status: 'pending',
  method: null,
  methodMetadata: null,
  declineReason: null,
  declineMessage: null,
  clientSecret: null,
} as const

function moveBy(
  id: Id<'payment'>,
  { processorId, outcome }: IntentSnapshot,
  seal: (secret: string) => Buffer,
): Omit<PaymentMove, 'orderId'> {
  const decision = decideOutcome(outcome)
  if (decision === 'unchanged') return { id, processorId, ...unchanged }
  if ('clientSecret' in decision) {
    return { id, processorId, ...unchanged, clientSecret: seal(decision.clientSecret) }
  }
  const { status, declineReason, declineMessage, method } = decision
  return {
    id,
    processorId,
    status,
    declineReason,
    declineMessage,
    clientSecret: null,
    method: method?.type ?? null,
    methodMetadata: method?.card == null ? null : metadataOf(method.card),
  }
}

const metadataOf = ({ brand, last4, country }: CardSnapshot) => ({ brand, last4, country })

const boundTo = ({ organizationId, paymentId }: PaymentKey): readonly string[] => [
  'payment',
  organizationId,
  paymentId,
]

interface Authentication {
  /** With it the buyer’s browser authenticates at their bank. */
  readonly clientSecret: string
  readonly status: 'requires_action'
}

/** What the buyer’s browser needs for authentication; null where none is required. */
export function authenticationOf(
  { keyring }: Pick<PaymentDeps, 'keyring'>,
  { organizationId, id: paymentId, clientSecret: sealed }: PaymentRow,
): Authentication | null {
  if (sealed === null) return null
  const clientSecret = keyring.open(sealed, boundTo({ organizationId, paymentId }))
  assert(clientSecret !== null, 'the client secret of a payment can be decrypted')
  return { clientSecret, status: 'requires_action' }
}
