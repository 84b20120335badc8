import { currency, minorUnits } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { add } from '../../../kernel/money.ts'
import { moneyText } from '../../../kernel/money-text.ts'
import type { TimelineTypes } from '../../customers/index.ts'

const toldOrder = z.object({
  total_amount: minorUnits,
  currency,
  product: z.object({ name: z.string() }),
})

const toldRefund = z.object({
  status: z.string(),
  amount: minorUnits,
  tax_amount: minorUnits,
  currency,
})

/** How orders and refunds read in the timeline of a customer. */
export const orderTimeline: TimelineTypes = {
  'order.created': { title: (told) => `Ordered ${z.parse(toldOrder, told).product.name}` },
  'order.paid': { title: (told) => paidTitle(z.parse(toldOrder, told)) },
  'refund.started': { title: (told) => `Refund of ${sumWords(told)} requested` },
  'refund.created': { title: (told) => refundTitle(told) },
  'refund.updated': { title: (told) => refundTitle(told) },
}

const paidTitle = (order: z.output<typeof toldOrder>): string =>
  `Paid ${moneyText({ amount: order.total_amount, currency: order.currency })} for ${order.product.name}`

function sumWords(told: unknown): string {
  const refund = z.parse(toldRefund, told)
  return moneyText({ amount: add(refund.amount, refund.tax_amount), currency: refund.currency })
}

function refundTitle(told: unknown): string {
  const sum = sumWords(told)
  switch (z.parse(toldRefund, told).status) {
    case 'succeeded':
      return `Refunded ${sum}`
    case 'pending':
      return `Refund of ${sum} under way`
    default:
      return `Refund of ${sum} failed`
  }
}
