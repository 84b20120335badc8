import { Link } from '@tanstack/react-router'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { formatQuantity } from '#/lib/format.ts'
import { linkClasses } from '#/ui/link-classes.ts'
import { tableColumns } from '#/ui/table-features.ts'
import { Time } from '#/ui/time.tsx'
import type { CustomerMeter } from './usage-queries.ts'

const column = tableColumns<CustomerMeter>()

export const customerMeterColumns = column.columns([
  column.display({
    id: 'meter',
    header: 'Meter',
    cell: ({ row: { original } }) => (
      <>
        <Statement of={original} />
        <span className="block text-xs text-ink-3 md:hidden">
          <Changed of={original} />
        </span>
      </>
    ),
  }),
  column.display({
    id: 'consumed',
    header: 'Consumed',
    meta: { align: 'end' },
    cell: ({ row }) => formatQuantity(row.original.consumedUnits),
  }),
  column.display({
    id: 'credited',
    header: 'Credited',
    meta: { align: 'end' },
    cell: ({ row }) => formatQuantity(row.original.creditedUnits),
  }),
  column.display({
    id: 'balance',
    header: 'Balance',
    meta: { align: 'end' },
    cell: ({ row }) => formatQuantity(row.original.balance),
  }),
  column.display({
    id: 'changed',
    header: 'Last change',
    meta: { align: 'end', onlyWide: true },
    cell: ({ row }) => (
      <span className="text-ink-3">
        <Changed of={row.original} />
      </span>
    ),
  }),
])

/** Leads to the credits. */
function Statement({ of: { customerId, meterId, meter } }: { of: CustomerMeter }) {
  const { slug } = useOrganization()
  return (
    <Link
      to="/dashboard/$slug/customers/$customerId/credits/$meterId"
      params={{ slug, customerId, meterId }}
      className={`${linkClasses} font-medium wrap-anywhere`}
    >
      {meter.name}
    </Link>
  )
}

const Changed = ({ of: { createdAt, modifiedAt } }: { of: CustomerMeter }) => (
  <Time at={modifiedAt ?? createdAt} focusable={false} />
)
