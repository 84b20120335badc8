import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import { mayCharge, type PaymentOutcome } from '../rules/outcome.ts'
import type { Charge } from '../rules/processor.ts'
import { findMethods } from '../store/methods.ts'
import { findPayments } from '../store/payment-batch.ts'
import type { PaymentKey, PaymentRow } from '../store/payments.ts'
import { markSubmitted } from '../store/submissions.ts'
import { callProcessor, isUnavailable } from './call-processor.ts'
import { chargeOf, storedMethodSource } from './charge-payment.ts'
import type { PaymentDeps } from './deps.ts'
import { type PaymentSnapshot, recordOutcomes } from './record-outcome.ts'
import { paymentOutcome, submitPayment } from './submit-payment.ts'

type PaymentOutcomes = ReadonlyMap<Id<'payment'>, PaymentOutcome>

/**
 * The second and third step of many payments. New charges of stored cards are submitted and
 * recorded together, in the same number of statements for any number of them; the others one by
 * one. As safe to repeat as for one payment.
 */
export async function submitPayments(
  deps: PaymentDeps,
  keys: readonly PaymentKey[],
): Promise<PaymentOutcomes> {
  const outcomes = new Map<Id<'payment'>, PaymentOutcome>()
  for (const [organizationId, ids] of byOrganization(keys)) {
    const payments = await findPayments(deps.uowFactory.database.kysely, organizationId, ids)
    assert(payments.length === ids.length, 'submitted payments were created')
    const fresh = payments.filter((payment) => isFresh(deps, payment))
    const wanted = fresh.length === 0 ? [] : await submittable(deps, organizationId, fresh)
    const charged = await chargeTogether(deps, organizationId, wanted)
    for (const [id, outcome] of charged) outcomes.set(id, outcome)
    for (const payment of payments) {
      const { id: paymentId } = payment
      if (outcomes.has(paymentId)) continue
      const isOver = payment.status !== 'pending'
      const key = { organizationId, paymentId }
      const outcome = isOver ? paymentOutcome(deps, payment) : await submitPayment(deps, key)
      outcomes.set(paymentId, outcome)
    }
  }
  return outcomes
}

function byOrganization(
  keys: readonly PaymentKey[],
): [Id<'organization'>, readonly Id<'payment'>[]][] {
  const found = new Map<Id<'organization'>, Set<Id<'payment'>>>()
  for (const { organizationId, paymentId } of keys) {
    const known = found.get(organizationId)
    if (known === undefined) found.set(organizationId, new Set([paymentId]))
    else known.add(paymentId)
  }
  return Array.from(found, ([organizationId, ids]) => [organizationId, [...ids]])
}

/** A stored card that was not submitted before, and whose customer isn’t present. */
const isFresh = ({ clock, processors }: PaymentDeps, payment: PaymentRow): boolean =>
  payment.status === 'pending' &&
  payment.paymentMethodId !== null &&
  payment.confirmBy === null &&
  payment.processorId === null &&
  payment.processor === processors.current &&
  mayCharge(payment.startedAt, clock.now())

/** Marks them as submitted, and returns those that were not given up meanwhile. */
async function submittable(
  { uowFactory, clock }: PaymentDeps,
  organizationId: Id<'organization'>,
  payments: readonly PaymentRow[],
): Promise<PaymentRow[]> {
  const submission = { ids: payments.map(({ id }) => id), now: clock.now() }
  const marked = await markSubmitted(uowFactory.database.kysely, organizationId, submission)
  return marked.filter(({ cancelRequestedAt }) => cancelRequestedAt === null)
}

async function chargeTogether(
  deps: PaymentDeps,
  organizationId: Id<'organization'>,
  payments: readonly PaymentRow[],
): Promise<[Id<'payment'>, PaymentOutcome][]> {
  const [first] = payments
  if (first === undefined) return []
  const charges = await chargesOf(deps, organizationId, payments)
  const answer = await callProcessor(deps, first, (processor) => processor.chargeAll(charges))
  const answers = isUnavailable(answer) ? payments.map(() => answer) : answer
  const outcomes: [Id<'payment'>, PaymentOutcome][] = []
  const snapshots: PaymentSnapshot[] = []
  for (const [at, { id: paymentId }] of payments.entries()) {
    const intent = answers[at]
    assert(intent !== undefined, 'every charge is answered')
    if (isUnavailable(intent)) outcomes.push([paymentId, unavailable])
    else snapshots.push({ paymentId, intent })
  }
  if (snapshots.length === 0) return outcomes
  const recorded = await runUnitOfWork(deps.uowFactory, { organizationId }, (uow) =>
    recordOutcomes(uow, deps, organizationId, snapshots),
  )
  for (const row of recorded) outcomes.push([row.id, paymentOutcome(deps, row)])
  return outcomes
}

const unavailable = { status: 'pending', isProcessorUnavailable: true } as const

async function chargesOf(
  { uowFactory }: PaymentDeps,
  organizationId: Id<'organization'>,
  payments: readonly PaymentRow[],
): Promise<Charge[]> {
  const ids = payments.flatMap(({ paymentMethodId }) => paymentMethodId ?? [])
  const found = await findMethods(uowFactory.database.kysely, organizationId, [...new Set(ids)])
  const methods = new Map<string | null, (typeof found)[number]>(
    found.map((method) => [method.id, method]),
  )
  return payments.map((payment) => {
    const method = methods.get(payment.paymentMethodId)
    assert(method !== undefined, 'the method of a payment is kept as a row')
    return chargeOf(payment, storedMethodSource(payment, method))
  })
}
