import { useQuery } from '@tanstack/react-query'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { formatCount } from '#/lib/format.ts'
import { Money } from '#/ui/money.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { orderTotalsQuery } from './order-queries.ts'
import type { OrdersView } from './orders-view.ts'

/** What the matching orders come to, by currency: the figure that leads to this list. */
export function OrderTotals({ view }: { view: OrdersView }) {
  const { id } = useOrganization()
  const { data: totals, isError } = useQuery(orderTotalsQuery(id, view))
  if (isError || totals?.length === 0) return null
  if (totals === undefined) return <Skeleton className="h-5 w-64" />
  return (
    <ul aria-label="Totals" className="flex flex-wrap gap-x-6 gap-y-1">
      {totals.map(({ currency, orders, netAmount, totalAmount }) => (
        <li key={currency}>
          {formatCount(orders)} {orders === 1 ? 'order' : 'orders'},{' '}
          <strong className="font-semibold text-ink">
            <Money amount={netAmount} currency={currency} />
          </strong>{' '}
          without tax, <Money amount={totalAmount} currency={currency} /> with tax
        </li>
      ))}
    </ul>
  )
}
