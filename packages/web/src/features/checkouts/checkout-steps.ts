import { formatMoney } from '../../lib/format.ts'
import type { Checkout, Order, Payment } from './checkout-queries.ts'

export interface Step {
  id: string
  kind: 'opened' | 'asked' | 'declined' | 'paid' | 'bought' | 'expired' | 'failed'
  at: Date
  title: string
  /** More about it, in words. */
  about: string | null
}

type Facts = Pick<Checkout, 'createdAt' | 'modifiedAt' | 'expiresAt' | 'status'>

/** What became of a checkout, the newest first. */
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
  // They come with the newest first.
  const attempts = payments.toReversed().flatMap(attemptSteps)
  const steps = [opened, ...attempts, ...endOf(checkout, order)]
  // What comes later in the list happened later, where two have the same instant.
  return steps
    .map((step, index) => ({ step, index }))
    .toSorted((a, b) => b.step.at.getTime() - a.step.at.getTime() || b.index - a.index)
    .map(({ step }) => step)
}

/** A buyer confirms by paying, so an attempt begins with the confirmation. */
function attemptSteps(payment: Payment): Step[] {
  const amount = `${formatMoney(payment.amount, payment.currency)} ${payment.currency.toUpperCase()}`
  const begun: Step = {
    id: `${payment.id} begun`,
    kind: 'asked',
    at: payment.createdAt,
    title: 'Confirmed by the buyer',
    about: `Asked for ${amount}`,
  }
  const at = payment.modifiedAt ?? payment.createdAt
  const id = `${payment.id} ended`
  if (payment.status === 'pending') return [begun]
  if (payment.status === 'succeeded') {
    return [begun, { id, kind: 'paid', at, title: 'Payment succeeded', about: amount }]
  }
  return [begun, { id, kind: 'declined', at, title: 'Payment declined', about: reasonOf(payment) }]
}

/** Why a payment was declined, in the words that the buyer read. */
export const reasonOf = ({ declineMessage, declineReason }: Payment): string | null =>
  declineMessage ?? declineReason?.replaceAll('_', ' ') ?? null

function endOf(checkout: Facts, order: Order | null): Step[] {
  const { status, expiresAt, modifiedAt } = checkout
  if (order !== null) {
    return [
      {
        id: 'bought',
        kind: 'bought',
        at: order.createdAt,
        title: 'Succeeded',
        about: 'The order was made',
      },
    ]
  }
  if (status === 'expired') {
    return [{ id: 'expired', kind: 'expired', at: expiresAt, title: 'Expired', about: null }]
  }
  if (status === 'failed' && modifiedAt !== null) {
    return [{ id: 'failed', kind: 'failed', at: modifiedAt, title: 'Failed', about: null }]
  }
  return []
}
