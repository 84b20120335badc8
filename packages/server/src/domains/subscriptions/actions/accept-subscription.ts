import { Problem } from '../../../kernel/refusal.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import type { CustomerRow } from '../../customers/store/customers.ts'
import {
  keepCardsOfPurchase,
  removeCardsOfPurchase,
} from '../../payments/actions/cards-of-purchase.ts'
import { methodsToCharge } from '../../payments/actions/methods-to-charge.ts'
import { submitPayments } from '../../payments/actions/submit-payments.ts'
import type { PaymentRow } from '../../payments/store/payments.ts'
import { hasEnded, isOverdue } from '../rules/lifecycle.ts'
import {
  lockSubscriptionOfPurchase,
  markAccepted,
  type PurchaseKey,
} from '../store/accepted-subscriptions.ts'
import {
  isSubscriptionPaid,
  lockSubscriptions,
  type SubscriptionKey,
} from '../store/subscriptions.ts'
import { applyPaymentOutcomes } from './apply-payment-outcomes.ts'
import type { SubscriptionDeps } from './deps.ts'
import { collectOverdue } from './retry-payment.ts'

interface Acceptance {
  readonly key: SubscriptionKey
  /** Proved, and locked. */
  readonly customer: CustomerRow
}

/**
 * Charges a subscription that somebody bought with the customer’s address to the customer’s own
 * default card from now on. Returns the payments of what is overdue, to be submitted after the
 * commit. An accepted subscription stays as it is.
 */
export async function acceptSubscription(
  uow: UnitOfWork,
  deps: SubscriptionDeps,
  { key, customer }: Acceptance,
): Promise<PaymentRow[]> {
  const { organizationId, id: customerId } = customer
  const [row] = await lockSubscriptions(uow.tx, { organizationId, ids: [key.id] })
  if (row?.customerId !== customerId) throw new Problem('not_found')
  if (row.acceptedAt !== null) return []
  if (hasEnded(row.status)) throw new Problem('subscription_ended')
  const wanted = { customerId, paymentMethodId: null, purchaseId: null }
  const [method = null] = await methodsToCharge(uow.tx, organizationId, [wanted])
  const mustPay = await isSubscriptionPaid(uow.tx, key)
  if (method === null && mustPay) throw new Problem('subscription_payment_method_missing')
  if (row.checkoutId !== null) {
    await removeCardsOfPurchase(uow, { organizationId, customerId, checkoutId: row.checkoutId })
  }
  const paymentMethodId = method?.id ?? null
  const acceptedAt = uow.now
  if (paymentMethodId !== null && isOverdue(row.status)) {
    const extraColumns = { acceptedAt }
    const overdue = { rows: [row], customer, paymentMethodId, extraColumns }
    return [...(await collectOverdue(uow, deps, overdue)).payments]
  }
  await markAccepted(uow.tx, row, { paymentMethodId, acceptedAt })
  return []
}

/** Submits the payments, and applies their outcomes. */
export async function chargeAccepted(
  deps: SubscriptionDeps,
  payments: readonly PaymentRow[],
): Promise<void> {
  const [first] = payments
  if (first === undefined) return
  const { organizationId } = first
  const keys = payments.map(({ id: paymentId }) => ({ organizationId, paymentId }))
  await applyPaymentOutcomes(deps, organizationId, await submitPayments(deps, keys))
}

/**
 * The buyer of a purchase has proved to be the customer: the subscription that it started becomes
 * theirs, and so does its card. The caller has locked customer and checkout.
 */
export async function acceptPurchase(uow: UnitOfWork, purchase: PurchaseKey): Promise<void> {
  const row = await lockSubscriptionOfPurchase(uow.tx, purchase)
  if (row === undefined || row.acceptedAt !== null) return
  await keepCardsOfPurchase(uow, purchase)
  await markAccepted(uow.tx, row, { paymentMethodId: row.paymentMethodId, acceptedAt: uow.now })
}
