import { useQuery } from '@tanstack/react-query'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { failureMessage } from '#/lib/failure-message.ts'
import { formatCount, formatMoney } from '#/lib/format.ts'
import { Banner } from '#/ui/banner.tsx'
import { KeyFigures } from '#/ui/key-figures.tsx'
import type { Customer } from './customer-queries.ts'
import { customerSpendQuery, type CustomerSpend as Spend } from './spend-queries.ts'

/** What a customer has paid so far, by currency. Nothing before the first paid order. */
export function CustomerSpend({ customer }: { customer: Customer }) {
  const { id } = useOrganization()
  const { data, error } = useQuery(customerSpendQuery(id, [customer.id]))
  if (data === undefined && error !== null) {
    return <Banner tone="bad">{failureMessage(error)}</Banner>
  }
  return data?.map((spend) => (
    <KeyFigures
      key={spend.currency}
      label={`Spent in ${spend.currency.toUpperCase()}`}
      figures={figuresOf(spend)}
    />
  ))
}

function figuresOf({ currency, ...spend }: Spend) {
  const money = (amount: number) => formatMoney(amount, currency)
  return [
    { label: 'Lifetime value', figure: money(spend.spentAmount) },
    { label: 'Paid orders', figure: formatCount(spend.paidOrders) },
    { label: 'Refunded', figure: money(spend.refundedAmount) },
    ...(spend.disputedAmount > 0
      ? [{ label: 'Disputed', figure: money(spend.disputedAmount) }]
      : []),
  ]
}
