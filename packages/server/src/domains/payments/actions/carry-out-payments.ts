import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { work } from '../../../platform/work.ts'
import { mayCharge } from '../rules/outcome.ts'
import { findMethods } from '../store/methods.ts'
import { findPayments } from '../store/payment-batch.ts'
import type { PaymentKey, PaymentRow } from '../store/payments.ts'
import { carryOutPayment, type PaymentOutcome, paymentOutcome } from './carry-out-payment.ts'
import { chargeOf, keptSource } from './charge-payment.ts'
import { noteOutcomes, type SeenPayment } from './note-outcome.ts'
import type { PaymentParts } from './parts.ts'
import { askProcessor, isUnavailable } from './processor-of.ts'

type PaymentOutcomes = ReadonlyMap<Id<'payment'>, PaymentOutcome>

/**
 * The second and the third step of many payments: those that nobody was asked for yet, and that need
 * no buyer, are asked for and noted together, in as many statements however many they are; the
 * others one by one. As safe to repeat as it is for one.
 */
export async function carryOutPayments(
  parts: PaymentParts,
  keys: readonly PaymentKey[],
): Promise<PaymentOutcomes> {
  const outcomes = new Map<Id<'payment'>, PaymentOutcome>()
  for (const [organizationId, ids] of byOrganization(keys)) {
    const payments = await findPayments(parts.workshop.database.kysely, organizationId, ids)
    assert(payments.length === ids.length, 'who carries out payments has begun them')
    const fresh = payments.filter((payment) => isFresh(parts, payment))
    const charged = fresh.length === 0 ? [] : await chargeTogether(parts, organizationId, fresh)
    for (const [id, outcome] of charged) outcomes.set(id, outcome)
    for (const payment of payments) {
      const { id: paymentId } = payment
      if (outcomes.has(paymentId)) continue
      const isOver = payment.status !== 'pending'
      const key = { organizationId, paymentId }
      const outcome = isOver ? paymentOutcome(parts, payment) : await carryOutPayment(parts, key)
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

const isFresh = ({ clock, processors }: PaymentParts, payment: PaymentRow): boolean =>
  payment.status === 'pending' &&
  payment.paymentMethodId !== null &&
  payment.processorId === null &&
  payment.processor === processors.current &&
  mayCharge(payment.begunAt, clock.now())

async function chargeTogether(
  parts: PaymentParts,
  organizationId: Id<'organization'>,
  payments: readonly PaymentRow[],
): Promise<[Id<'payment'>, PaymentOutcome][]> {
  const [first] = payments
  if (first === undefined) return []
  const charges = await chargesOf(parts, organizationId, payments)
  const heard = await askProcessor(parts, first, (processor) => processor.chargeAll(charges))
  const answers = isUnavailable(heard) ? payments.map(() => heard) : heard
  const outcomes: [Id<'payment'>, PaymentOutcome][] = []
  const seen: SeenPayment[] = []
  for (const [at, { id: paymentId }] of payments.entries()) {
    const answer = answers[at]
    assert(answer !== undefined, 'every charge is answered')
    if (isUnavailable(answer)) outcomes.push([paymentId, away])
    else seen.push({ paymentId, seen: answer })
  }
  if (seen.length === 0) return outcomes
  const noted = await work(parts.workshop, { organizationId }, (unit) =>
    noteOutcomes(unit, parts, organizationId, seen),
  )
  for (const row of noted) outcomes.push([row.id, paymentOutcome(parts, row)])
  return outcomes
}

const away = { status: 'pending', isProcessorAway: true } as const

async function chargesOf(
  { workshop }: PaymentParts,
  organizationId: Id<'organization'>,
  payments: readonly PaymentRow[],
) {
  const ids = payments.flatMap(({ paymentMethodId }) => paymentMethodId ?? [])
  const found = await findMethods(workshop.database.kysely, organizationId, [...new Set(ids)])
  const methods = new Map<string | null, (typeof found)[number]>(
    found.map((method) => [method.id, method]),
  )
  return payments.map((payment) => {
    const method = methods.get(payment.paymentMethodId)
    assert(method !== undefined, 'what a payment names stays')
    return chargeOf(payment, keptSource(method))
  })
}
