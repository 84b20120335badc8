import { declineText, type Payment } from '#/entities/payment/payments-card.tsx'
import { formatMoney } from '#/lib/format.ts'
import type { Checkout, Order } from './checkout-queries.ts'

export interface Step {
  id: string
  kind: 'opened' | 'asked' | 'declined' | 'paid' | 'bought' | 'expired' | 'failed'
  at: Date
  title: string
  /** The details as text. */
  about: string | null
}

type Facts = Pick<Checkout, 'createdAt' | 'modifiedAt' | 'expiresAt' | 'status'>

/** The history of a checkout, newest first. */
export function stepsOf(
  checkout: Facts,
  payments: readonly Payment[],
  order: Order | null,
): Step[] {
  const opened: Step = {
    id: 'opened',
    kind: 'opened',
    at: checkout.createdAt,
    title: 'Opened',
    about: null,
  }
  // The list is sorted newest first.
  const attempts = payments.toReversed().flatMap(attemptSteps)
  const steps = [opened, ...attempts, ...endOf(checkout, order)]
  // At the same instant, the later in the list is the newer.
  return steps
    .map((step, index) => ({ step, index }))
    .toSorted((a, b) => b.step.at.getTime() - a.step.at.getTime() || b.index - a.index)
    .map(({ step }) => step)
}

/** A buyer confirms by paying, so an attempt starts with the confirmation. */
function attemptSteps(payment: Payment): Step[] {
  const amount = formatMoney(payment.amount, payment.currency)
  const begun: Step = {
    id: `${payment.id} started`,
    kind: 'asked',
    at: payment.createdAt,
    title: 'Confirmed by the buyer',
    about: `Payment of ${amount}`,
  }
  const at = payment.modifiedAt ?? payment.createdAt
  const id = `${payment.id} ended`
  if (payment.status === 'pending') return [begun]
  if (payment.status === 'succeeded') {
    return [begun, { id, kind: 'paid', at, title: 'Payment succeeded', about: amount }]
  }
  return [
    begun,
    { id, kind: 'declined', at, title: 'Payment declined', about: declineText(payment) },
  ]
}

function endOf(checkout: Facts, order: Order | null): Step[] {
  const { status, expiresAt, modifiedAt } = checkout
  if (status === 'failed' && modifiedAt !== null) {
    const about = order === null ? null : 'Payment refunded'
    return [{ id: 'failed', kind: 'failed', at: modifiedAt, title: 'Failed', about }]
  }
  if (order !== null) {
    return [
      {
        id: 'bought',
        kind: 'bought',
        at: order.createdAt,
        title: 'Succeeded',
        about: 'Order created',
      },
    ]
  }
  if (status === 'expired') {
    return [{ id: 'expired', kind: 'expired', at: expiresAt, title: 'Expired', about: null }]
  }
  return []
}
