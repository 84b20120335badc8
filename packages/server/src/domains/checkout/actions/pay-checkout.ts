import { assert } from '../../../kernel/assert.ts'
import { Problem } from '../../../kernel/refusal.ts'
import { makeSecret, secretPrefixes } from '../../../platform/crypto/tokens.ts'
import { type Work, work } from '../../../platform/work.ts'
import { createCustomerSession } from '../../customers/index.ts'
import type { OrganizationRow } from '../../organizations/index.ts'
import {
  chargePayment,
  notePayment,
  type PaymentRow,
  paymentOutcome,
} from '../../payments/index.ts'
import type { CheckoutRow } from '../store/checkouts.ts'
import type { ConfirmedCheckout } from './confirm-checkout.ts'
import type { CheckoutParts } from './parts.ts'
import { presentConfirmed } from './present-checkout.ts'
import { reopenCheckout } from './reopen-checkout.ts'
import { isLetIn, settleCheckout } from './settle-checkout.ts'

export type ConfirmedAnswer = ReturnType<typeof presentConfirmed>

interface Answering {
  readonly organization: OrganizationRow
  /** In the transaction of the answer: what a repetition needs to know. */
  readonly finish: (work: Work, answer: ConfirmedAnswer) => Promise<ConfirmedAnswer>
}

/**
 * Carries out the payment of a confirmed checkout, outside of any transaction, and answers the
 * buyer. What was paid at once becomes its order at once; all else is left to what follows from the
 * payment. A declined card is told in words that help, and the checkout is open again.
 */
export async function payCheckout(
  parts: CheckoutParts,
  confirmed: ConfirmedCheckout,
  { organization, finish }: Answering,
): Promise<ConfirmedAnswer> {
  const { row, payment, makings } = confirmed
  const answer = (unit: Work, paid: PaymentRow | null, customerSessionToken: string) => {
    const payments = new Map(paid === null ? [] : [[paid.id, paid]])
    const by = { parts, organization, customerSessionToken }
    return finish(unit, presentConfirmed(row, { ...makings, payments }, by))
  }
  const seen = payment === null ? null : await chargePayment(parts, payment)
  if (payment !== null && seen?.outcome.status === 'succeeded') {
    const settled = await settleCheckout(parts, { row, makings, payment, seen }, (unit, token) =>
      answer(unit, null, token),
    )
    if (settled !== null) return settled
  }
  const noted = payment && seen ? await notePayment(parts, payment, seen) : payment
  if (noted !== null) await refuseFailed(parts, row, noted)
  const { organizationId } = row
  return work(parts.workshop, { organizationId }, async (unit) =>
    answer(unit, noted, await letIn(unit, parts, row)),
  )
}

async function refuseFailed(
  parts: CheckoutParts,
  { organizationId, id }: CheckoutRow,
  payment: PaymentRow,
): Promise<void> {
  const outcome = paymentOutcome(parts, payment)
  if (outcome.status !== 'failed') return
  await reopenCheckout(parts, { organizationId, id, paymentId: payment.id })
  throw new Problem('payment_failed', { message: outcome.message, reason: outcome.reason })
}

async function letIn(unit: Work, parts: CheckoutParts, row: CheckoutRow): Promise<string> {
  const { organizationId, customerId } = row
  assert(customerId !== null, 'who confirms is a customer')
  if (!isLetIn(row)) return ''
  const made = makeSecret(secretPrefixes.customerSession)
  const wish = { organizationId, key: { id: customerId }, field: 'customer_id', made }
  const { token } = await createCustomerSession(unit, parts, wish)
  return token
}
