import { Totals } from '#/entities/order/totals.tsx'
import { Money } from '#/ui/money.tsx'
import type { InvoicePreview } from './subscription-queries.ts'

interface InvoiceSummaryProps {
  invoice: InvoicePreview
  /** The label of the total: "Due now". */
  total: string
}

/** The items and the totals of an invoice. */
export function InvoiceSummary({ invoice, total }: InvoiceSummaryProps) {
  const { items, currency, dueAmount, isTaxUnknown } = invoice
  return (
    <>
      <ul aria-label="Items" className="mb-4 border-b text-s">
        {items.map((item) => (
          <li
            key={`${item.label} ${item.amount}`}
            className="flex justify-between gap-4 py-2 not-last:border-b"
          >
            <span className="min-w-0 wrap-anywhere">{item.label}</span>
            <Money amount={item.amount} currency={currency} className="whitespace-nowrap" />
          </li>
        ))}
      </ul>
      <Totals
        lines={linesOf(invoice)}
        total={{ label: total, amount: dueAmount }}
        currency={currency}
        {...(isTaxUnknown && { later: taxUnknown })}
      />
    </>
  )
}

const taxUnknown = 'Excludes tax: the customer’s billing address is incomplete.'

function linesOf(invoice: InvoicePreview) {
  const { subtotalAmount, discountAmount, taxAmount, isTaxUnknown, fromBalanceAmount } = invoice
  const uses = fromBalanceAmount > 0
  return [
    { label: 'Subtotal', amount: subtotalAmount },
    ...(discountAmount === 0 ? [] : [{ label: 'Discount', amount: 0 - discountAmount }]),
    ...(isTaxUnknown ? [] : [{ label: 'Tax', amount: taxAmount }]),
    ...(fromBalanceAmount === 0
      ? []
      : [
          {
            label: uses ? 'Applied from customer balance' : 'Added to customer balance',
            amount: 0 - fromBalanceAmount,
          },
        ]),
  ]
}
