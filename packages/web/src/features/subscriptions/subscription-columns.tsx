import { CustomerCell } from '#/entities/customer/customer-cell.tsx'
import { ProductCell } from '#/entities/product/product-cell.tsx'
import { isBillable, stateOf } from '#/entities/subscription/subscription-state.ts'
import { None } from '#/ui/none.tsx'
import { Status } from '#/ui/status.tsx'
import { tableColumns } from '#/ui/table-features.ts'
import { DayOf } from '#/ui/time.tsx'
import { AmountPerPeriod } from './amount-per-period.tsx'
import type { Subscription } from './subscription-queries.ts'

const column = tableColumns<Subscription>()

const extra = { onlyWide: true, isExtra: true } as const

export const subscriptionColumns = column.columns([
  column.accessor('customer', {
    header: 'Customer',
    cell: ({ row }) => <CustomerCell sold={row.original} />,
  }),
  column.accessor('product', {
    header: 'Product',
    meta: { onlyWide: true },
    cell: ({ row }) => <ProductCell product={row.original.product} />,
  }),
  column.accessor('status', {
    header: 'Status',
    cell: ({ row }) => <Status state={stateOf(row.original)} />,
  }),
  column.accessor('amount', {
    header: 'Amount',
    meta: { align: 'end' },
    cell: ({ row }) => (
      <span className="max-md:grid max-md:justify-items-end">
        <AmountPerPeriod subscription={row.original} />
      </span>
    ),
  }),
  column.accessor('startedAt', {
    id: 'started_at',
    header: 'Started',
    meta: { align: 'end', onlyWide: true },
    cell: ({ row }) => <When at={row.original.startedAt} />,
  }),
  column.accessor('currentPeriodEnd', {
    id: 'current_period_end',
    header: 'Renews or ends',
    meta: { align: 'end', onlyWide: true },
    cell: ({ row: { original } }) => (
      <When at={isBillable(original) ? original.currentPeriodEnd : original.endedAt} />
    ),
  }),
  column.accessor((subscription) => subscription.discount?.name, {
    id: 'discount',
    header: 'Discount',
    meta: extra,
    cell: ({ row }) => row.original.discount?.name ?? <None />,
  }),
  column.display({
    id: 'ended_at',
    header: 'Ended',
    meta: { ...extra, align: 'end' },
    cell: ({ row }) => <When at={row.original.endedAt} />,
  }),
  column.display({
    id: 'id',
    header: 'ID',
    meta: extra,
    cell: ({ row }) => <code className="font-mono text-xs">{row.original.id}</code>,
  }),
])

function When({ at }: { at: Date | null }) {
  return (
    <span className="text-ink-3">{at === null ? '–' : <DayOf at={at} focusable={false} />}</span>
  )
}
