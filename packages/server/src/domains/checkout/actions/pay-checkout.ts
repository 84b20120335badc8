import { assert } from '../../../kernel/assert.ts'
import { Problem } from '../../../kernel/refusal.ts'
import { makeSecret, secretPrefixes } from '../../../platform/crypto/tokens.ts'
import { type Work, work } from '../../../platform/work.ts'
import { createCustomerSession } from '../../customers/index.ts'
import type { OrganizationRow } from '../../organizations/index.ts'
import { notePayment, type PaymentRow, paymentOutcome, tryPayment } from '../../payments/index.ts'
import type { CheckoutRow } from '../store/checkouts.ts'
import type { ConfirmedCheckout } from './confirm-checkout.ts'
import { finishCheckout } from './finish-checkout.ts'
import { standingOfCard } from './kept-card.ts'
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
  const answer = (unit: Work, { paid, token, asked }: Told) => {
    const payments = new Map(paid === null ? [] : [[paid.id, paid]])
    const by = { parts, organization, customerSessionToken: token }
    const shown = presentConfirmed(row, { ...makings, payments }, by)
    const paymentProcessorMetadata = { ...shown.paymentProcessorMetadata, ...asked }
    return finish(unit, { ...shown, paymentProcessorMetadata })
  }
  const seen = payment === null ? null : await tryPayment(parts, payment)
  if (payment !== null && seen?.outcome.status === 'succeeded' && isBoughtOnce(confirmed)) {
    const paid = { row, makings, payment, seen, seller: organization.name }
    const settled = await settleCheckout(parts, paid, (unit, token) =>
      answer(unit, { paid: null, token, asked: {} }),
    )
    if (settled !== null) return settled
  }
  const noted = payment && seen ? await notePayment(parts, payment, seen) : payment
  if (noted !== null) await refuseFailed(parts, row, noted)
  const asked = row.setUpId === null ? {} : await setUp(parts, row)
  const { organizationId } = row
  return work(parts.workshop, { organizationId }, async (unit) =>
    answer(unit, { paid: noted, token: await letIn(unit, parts, row), asked }),
  )
}

interface Told {
  /** What is shown of the payment; nothing where it is the past already. */
  readonly paid: PaymentRow | null
  /** Of the session of whoever bought. */
  readonly token: string
  /** What a bank wants to know of a card that is kept. */
  readonly asked: Readonly<Record<string, string>>
}

/** What is billed again and again begins with the card that the payment keeps, which is noted first. */
const isBoughtOnce = ({ row, makings }: ConfirmedCheckout): boolean =>
  makings.products.get(row.productId)?.isRecurring === false

async function refuseFailed(
  parts: CheckoutParts,
  { organizationId, id }: CheckoutRow,
  payment: PaymentRow,
): Promise<void> {
  const outcome = paymentOutcome(parts, payment)
  if (outcome.status !== 'failed') return
  await reopenCheckout(parts, { organizationId, id, attemptId: payment.id })
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

async function letIn(unit: Work, parts: CheckoutParts, row: CheckoutRow): Promise<string> {
  const { organizationId, customerId } = row
  assert(customerId !== null, 'who confirms is a customer')
  if (!isLetIn(row)) return ''
  const made = makeSecret(secretPrefixes.customerSession)
  const wish = { organizationId, key: { id: customerId }, field: 'customer_id', made }
  const { token } = await createCustomerSession(unit, parts, wish)
  return token
}
