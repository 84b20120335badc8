import { assert } from '../../../kernel/assert.ts'
import { Problem } from '../../../kernel/refusal.ts'
import { makeSecret, secretPrefixes } from '../../../platform/crypto/tokens.ts'
import { type Work, work } from '../../../platform/work.ts'
import { createCustomerSession } from '../../customers/index.ts'
import { findOrganization } from '../../organizations/index.ts'
import { carryOutPayment, findPaymentsOf } from '../../payments/index.ts'
import type { CheckoutRow } from '../store/checkouts.ts'
import type { ConfirmedCheckout } from './confirm-checkout.ts'
import { finishCheckout } from './finish-checkout.ts'
import { standingOfCard } from './kept-card.ts'
import type { CheckoutParts } from './parts.ts'
import { presentConfirmed } from './present-checkout.ts'
import { reopenCheckout } from './reopen-checkout.ts'

export type ConfirmedAnswer = ReturnType<typeof presentConfirmed>

/**
 * Carries out the payment of a confirmed checkout, outside of any transaction, and answers the
 * buyer. A declined card is told in words that help, and the checkout is open again.
 */
export async function payCheckout(
  parts: CheckoutParts,
  { row, makings }: ConfirmedCheckout,
  finish: (work: Work, answer: ConfirmedAnswer) => Promise<ConfirmedAnswer>,
): Promise<ConfirmedAnswer> {
  const { organizationId } = row
  if (row.paymentId !== null) await charge(parts, row)
  const asked = row.setUpId === null ? {} : await setUp(parts, row)
  const payments = await paymentsOf(parts, row)
  return work(parts.workshop, { organizationId }, async (unit) => {
    const organization = await findOrganization(unit.tx, organizationId)
    assert(organization !== undefined, 'what sells is there')
    const customerSessionToken = await letIn(unit, parts, row)
    const by = { parts, organization, customerSessionToken }
    const answer = presentConfirmed(row, { ...makings, payments }, by)
    const paymentProcessorMetadata = { ...answer.paymentProcessorMetadata, ...asked }
    return finish(unit, { ...answer, paymentProcessorMetadata })
  })
}

async function charge(
  parts: CheckoutParts,
  { organizationId, id, paymentId }: CheckoutRow,
): Promise<void> {
  assert(paymentId !== null, 'what is charged was begun')
  const outcome = await carryOutPayment(parts, { organizationId, paymentId })
  if (outcome.status !== 'failed') return
  await reopenCheckout(parts, { organizationId, id, attemptId: paymentId })
  throw new Problem('payment_failed', { message: outcome.message, reason: outcome.reason })
}

/** Keeps the card of whoever pays later only, and answers what their bank asks. */
async function setUp(
  parts: CheckoutParts,
  row: CheckoutRow,
): Promise<Readonly<Record<string, string>>> {
  const { organizationId, id, setUpId } = row
  const outcome = await standingOfCard(parts, row)
  if (outcome.status === 'needs_action') {
    return { intent_client_secret: outcome.clientSecret, intent_status: 'requires_action' }
  }
  if (outcome.status === 'succeeded') await finishCheckout(parts, { organizationId, id })
  if (outcome.status !== 'failed' || setUpId === null) return {}
  await reopenCheckout(parts, { organizationId, id, attemptId: setUpId })
  throw new Problem('payment_failed', { message: outcome.message, reason: outcome.reason })
}

/** With what the buyer’s bank wants to know, if it does. */
async function paymentsOf(
  { workshop }: CheckoutParts,
  { organizationId, id, paymentId }: CheckoutRow,
) {
  if (paymentId === null) return new Map<never, never>()
  const { kysely: db } = workshop.database
  const payments = await findPaymentsOf(db, organizationId, { checkoutIds: [id] })
  return new Map(payments.map((payment) => [payment.id, payment]))
}

/** Whoever only typed the address of a known customer may be somebody else, and isn’t let in. */
async function letIn(
  unit: Work,
  parts: CheckoutParts,
  { organizationId, customerId, isCustomerGiven, madeCustomerId }: CheckoutRow,
): Promise<string> {
  assert(customerId !== null, 'who confirms is a customer')
  if (!isCustomerGiven && customerId !== madeCustomerId) return ''
  const made = makeSecret(secretPrefixes.customerSession)
  const wish = { organizationId, key: { id: customerId }, field: 'customer_id', made }
  const { token } = await createCustomerSession(unit, parts, wish)
  return token
}
