import type { OrderItemExplanation } from '@guildhall/contract/orders/explanations'
import { subtract } from '../../../kernel/money.ts'
import type { BilledItem, OrderRow } from '../../orders/store/orders.ts'

interface OfItem extends Pick<OrderItemExplanation, 'usage'> {
  /** Whether something of the period was billed before. */
  readonly isLate: boolean
}

export const describeItem = (
  order: OrderRow,
  { item, reversed }: BilledItem,
  { usage, isLate }: OfItem,
): OrderItemExplanation => ({
  orderId: order.id,
  itemId: item.id,
  kind: kindOf(item, { usage, isLate }),
  label: item.label,
  currency: order.currency,
  amount: item.amount,
  discountAmount: item.discountAmount,
  netAmount: subtract(item.amount, item.discountAmount),
  taxAmount: item.taxAmount,
  periodStart: item.periodStart,
  periodEnd: item.periodEnd,
  productPriceId: item.productPriceId,
  reverses: reversed && {
    orderId: reversed.orderId,
    itemId: reversed.id,
    label: reversed.label,
    amount: reversed.amount,
    netAmount: subtract(reversed.amount, reversed.discountAmount),
  },
  usage,
})

function kindOf(
  { proration, reversesItemId }: BilledItem['item'],
  { usage, isLate }: OfItem,
): OrderItemExplanation['kind'] {
  if (usage !== null) return isLate ? 'late_usage' : 'usage'
  if (reversesItemId !== null) return 'credit'
  return proration ? 'proration' : 'charge'
}
