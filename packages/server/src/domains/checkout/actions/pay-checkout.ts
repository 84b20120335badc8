import { Problem } from '../../../kernel/refusal.ts'
import { runUnitOfWork, type UnitOfWork } from '../../../platform/unit-of-work.ts'
import type { OrganizationRow } from '../../organizations/store/organizations.ts'
import {
  attemptPayment,
  paymentOutcome,
  recordPaymentOutcome,
} from '../../payments/actions/submit-payment.ts'
import type { PaymentRow } from '../../payments/store/payments.ts'
import type { CheckoutRow } from '../store/checkouts.ts'
import type { ConfirmedCheckout } from './confirm-checkout.ts'
import type { CheckoutDeps } from './deps.ts'
import { finishCheckout } from './finish-checkout.ts'
import { finishImmediately } from './finish-immediately.ts'
import { openPortalSession } from './portal-session.ts'
import { reopenCheckout } from './reopen-checkout.ts'
import { showConfirmed } from './show-checkout.ts'
import { resumeCardSetup } from './stored-card.ts'

export type ConfirmedAnswer = ReturnType<typeof showConfirmed>

interface Response {
  readonly organization: OrganizationRow
  /** Runs in the transaction of the answer: saves it for retries of the request. */
  readonly finish: (uow: UnitOfWork, answer: ConfirmedAnswer) => Promise<ConfirmedAnswer>
}

/**
 * Submits the payment of a confirmed checkout, outside a transaction, and answers the buyer. If it
 * succeeds immediately, the order is created too; else the events of the payment lead to it. A
 * declined payment is refused with a helpful message and reopens the checkout.
 */
export async function payCheckout(
  deps: CheckoutDeps,
  confirmed: ConfirmedCheckout,
  { organization, finish }: Response,
): Promise<ConfirmedAnswer> {
  const { row, payment, details } = confirmed
  const answer = (uow: UnitOfWork, { paid, token, authentication }: Answered) => {
    const payments = new Map(paid === null ? [] : [[paid.id, paid]])
    const presentedBy = { deps, organization, customerSessionToken: token }
    const presented = showConfirmed(row, { ...details, payments }, presentedBy)
    const paymentProcessorMetadata = { ...presented.paymentProcessorMetadata, ...authentication }
    return finish(uow, { ...presented, paymentProcessorMetadata })
  }
  const snapshot = payment === null ? null : await attemptPayment(deps, payment)
  if (payment !== null && snapshot?.outcome.status === 'succeeded' && isOneTime(confirmed)) {
    const paid = { row, details, payment, snapshot, seller: organization }
    const finished = await finishImmediately(deps, paid, (uow, token) =>
      answer(uow, { paid: null, token, authentication: {} }),
    )
    if (finished !== null) return finished
  }
  const recorded =
    payment && snapshot ? await recordPaymentOutcome(deps, payment, snapshot) : payment
  if (recorded !== null) await refuseFailed(deps, row, recorded)
  const authentication = row.setUpId === null ? {} : await setUpCard(deps, row)
  const { organizationId } = row
  return runUnitOfWork(deps.uowFactory, { organizationId }, async (uow) =>
    answer(uow, { paid: recorded, token: await openPortalSession(uow, deps, row), authentication }),
  )
}

interface Answered {
  /** The payment to show; null once it is finished. */
  readonly paid: PaymentRow | null
  /** The token of the buyer’s portal session. */
  readonly token: string
  /** What the buyer needs to authenticate a stored card with their bank. */
  readonly authentication: Readonly<Record<string, string>>
}

/** Subscriptions need the card that the payment stores, which is recorded first. */
const isOneTime = ({ row, details }: ConfirmedCheckout): boolean =>
  details.products.get(row.productId)?.isRecurring === false

async function refuseFailed(
  deps: CheckoutDeps,
  { organizationId, id }: CheckoutRow,
  payment: PaymentRow,
): Promise<void> {
  const outcome = paymentOutcome(deps, payment)
  if (outcome.status !== 'failed') return
  await reopenCheckout(deps, { organizationId, id, attemptId: payment.id })
  throw new Problem('payment_failed', { message: outcome.message, reason: outcome.reason })
}

/** Stores the card for later payments; returns what the buyer needs to authenticate. */
async function setUpCard(
  deps: CheckoutDeps,
  row: CheckoutRow,
): Promise<Readonly<Record<string, string>>> {
  const { organizationId, id, setUpId } = row
  const outcome = await resumeCardSetup(deps, row)
  if (outcome.status === 'needs_action') {
    return { intent_client_secret: outcome.clientSecret, intent_status: 'requires_action' }
  }
  if (outcome.status === 'succeeded') await finishCheckout(deps, { organizationId, id })
  if (outcome.status !== 'failed' || setUpId === null) return {}
  await reopenCheckout(deps, { organizationId, id, attemptId: setUpId })
  throw new Problem('payment_failed', { message: outcome.message, reason: outcome.reason })
}
