import { DisputeStatus } from '@guildhall/contract/orders/dispute-shapes'
import { currency, minorUnits } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { minorUnits as minorUnitsOf, negate, sum } from '../../../kernel/money.ts'
import { moneyText } from '../../../kernel/money-text.ts'
import type { TimelineTypes } from '../../../kernel/timeline.ts'

const orderPayload = z.object({
  total_amount: minorUnits,
  currency,
  product: z.object({ name: z.string() }),
})

type OrderPayload = z.output<typeof orderPayload>

const refundPayload = z.object({
  status: z.string(),
  amount: minorUnits,
  tax_amount: minorUnits,
  /** Events from before have none. */
  balance_amount: z._default(minorUnits, minorUnitsOf(0)),
  currency,
})

const disputePayload = z.object({ status: DisputeStatus })

/** The titles of orders, refunds and disputes in the timeline of a customer. */
export const orderTimeline: TimelineTypes = {
  'order.created': { title: (payload) => `Ordered ${z.parse(orderPayload, payload).product.name}` },
  'order.paid': { title: (payload) => paidTitle(z.parse(orderPayload, payload)) },
  'order.voided': { title: (payload) => `Voided ${orderText(payload)}` },
  'order.written_off': { title: (payload) => `Wrote off ${orderText(payload)}` },
  'refund.started': { title: (payload) => `Refund of ${sumOf(payload)} requested` },
  'refund.created': { title: (payload) => refundTitle(payload) },
  'refund.updated': { title: (payload) => refundTitle(payload) },
  'dispute.created': { title: (payload) => disputeTitle(payload) },
  'dispute.updated': { title: (payload) => disputeTitle(payload) },
}

/** An order below zero credits the customer. */
function paidTitle({ total_amount: total, currency: inCurrency, product }: OrderPayload): string {
  const isCredit = total < 0
  const text = moneyText({ amount: isCredit ? negate(total) : total, currency: inCurrency })
  return `${isCredit ? 'Credited' : 'Paid'} ${text} for ${product.name}`
}

function orderText(payload: unknown): string {
  const { total_amount: amount, currency: inCurrency, product } = z.parse(orderPayload, payload)
  return `${moneyText({ amount, currency: inCurrency })} for ${product.name}`
}

function sumOf(payload: unknown): string {
  const refund = z.parse(refundPayload, payload)
  return moneyText({
    amount: sum([refund.amount, refund.tax_amount, refund.balance_amount]),
    currency: refund.currency,
  })
}

function refundTitle(payload: unknown): string {
  const sum = sumOf(payload)
  switch (z.parse(refundPayload, payload).status) {
    case 'succeeded':
      return `Refunded ${sum}`
    case 'pending':
      return `Refund of ${sum} under way`
    default:
      return `Refund of ${sum} failed`
  }
}

const disputeTitles: Readonly<Record<DisputeStatus, string>> = {
  early_warning: 'Warned of a dispute',
  prevented: 'Warning of a dispute ended without one',
  needs_response: 'Payment disputed',
  under_review: 'Dispute under review',
  won: 'Dispute won',
  lost: 'Dispute lost',
}

const disputeTitle = (payload: unknown): string =>
  disputeTitles[z.parse(disputePayload, payload).status]
