import type { PayableOrder } from '@guildhall/contract/portal/order-payments'
import { Money } from '#/ui/money.tsx'

const sumLabels = {
  open: 'Due now',
  processing: 'Due now',
  paid: 'Paid',
  refunded: 'Refunded',
  closed: 'Due now',
} as const satisfies Record<PayableOrder['status'], string>

/** What is paid for, line by line, and the sum. */
export function OrderLines({ order }: { order: PayableOrder }) {
  const { items, discountAmount, taxAmount, totalAmount, appliedBalanceAmount, dueAmount } = order
  const currency = order.currency.toUpperCase()
  const balance = {
    label: appliedBalanceAmount > 0 ? 'Paid from your balance' : 'Carried over from earlier',
    amount: 0 - appliedBalanceAmount,
  }
  const lines = [
    ...items,
    ...(discountAmount === 0 ? [] : [{ label: 'Discount', amount: 0 - discountAmount }]),
    ...(taxAmount === 0 ? [] : [{ label: 'Tax', amount: taxAmount }]),
    ...(appliedBalanceAmount === 0 ? [] : [{ label: 'Total', amount: totalAmount }, balance]),
  ]
  return (
    <dl className="grid gap-2" aria-label="Summary">
      {lines.map(({ label, amount }, at) => (
        // Lines may be equal, and never change.
        <div key={`${at} ${label}`} className="flex justify-between gap-4">
          <dt className="min-w-0 wrap-anywhere text-ink-2">{label}</dt>
          <dd>
            <Money amount={amount} currency={currency} />
          </dd>
        </div>
      ))}
      <div className="flex justify-between gap-4 border-t pt-3 font-semibold">
        <dt>{sumLabels[order.status]}</dt>
        <dd>
          <Money amount={dueAmount} currency={currency} />
        </dd>
      </div>
    </dl>
  )
}
