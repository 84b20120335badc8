import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import Users from 'lucide-react/icons/users'
import { customerName } from '#/entities/customer/customer-name.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { formatQuantity } from '#/lib/format.ts'
import { EmailText } from '#/ui/email-text.tsx'
import { EmptyState } from '#/ui/empty-state.tsx'
import { ListCard } from '#/ui/list-card.tsx'
import { tableColumns } from '#/ui/table-features.ts'
import { Time } from '#/ui/time.tsx'
import { type CustomerMeter, type Meter, meterCustomersQuery } from './meter-queries.ts'
import { type MeterView, readMeterView } from './meter-view.ts'

interface MeterCustomersProps {
  meter: Meter
  view: MeterView
  onViewChange: (view: MeterView, how: { replace: boolean }) => void
}

/** What customers used of a meter in their present periods. */
export function MeterCustomers({ meter, view, onViewChange }: MeterCustomersProps) {
  const { slug } = useOrganization()
  const router = useRouter()
  const navigate = useNavigate()
  const { data } = useQuery({
    ...meterCustomersQuery(meter, view),
    throwOnError: (_, query) => query.state.data === undefined,
  })
  const linkTo = ({ customerId }: CustomerMeter) =>
    ({ to: '/dashboard/$slug/customers/$customerId', params: { slug, customerId } }) as const
  const { span, by, ...list } = view
  return (
    <ListCard
      label="Customers"
      columns={columns}
      rows={data?.items}
      total={data?.pagination.totalCount}
      rowId={({ id }) => id}
      rowHref={(row) => router.buildLocation(linkTo(row)).href}
      // A failed navigation shows the error page, so it isn’t awaited.
      onOpen={(row) => void navigate(linkTo(row))}
      view={list}
      onViewChange={(next, how) => onViewChange(readMeterView({ ...next, span, by }), how)}
      sortedBy="-consumed_units"
      empty={
        <EmptyState icon={<Users />} title="No customer has used it yet">
          Customers appear here with the first of their events that the meter counts.
        </EmptyState>
      }
    />
  )
}

const column = tableColumns<CustomerMeter>()

const columns = column.columns([
  column.accessor('customer.name', {
    id: 'customer_name',
    header: 'Customer',
    cell: ({ row: { original } }) => (
      <>
        <span className="font-medium">
          <EmailText>{customerName(original.customer)}</EmailText>
        </span>
        {original.customer.name !== null && (
          <span className="block text-xs text-ink-3">
            <EmailText>{original.customer.email}</EmailText>
          </span>
        )}
      </>
    ),
  }),
  column.accessor('consumedUnits', {
    id: 'consumed_units',
    header: 'Consumed',
    meta: { align: 'end' },
    cell: ({ getValue }) => <span className="figures">{formatQuantity(getValue())}</span>,
  }),
  column.accessor('balance', {
    id: 'balance',
    header: 'Balance',
    meta: { align: 'end' },
    cell: ({ getValue }) => <span className="figures">{formatQuantity(getValue())}</span>,
  }),
  column.display({
    id: 'modified_at',
    header: 'Last change',
    meta: { align: 'end', onlyWide: true },
    cell: ({ row: { original } }) => (
      <span className="text-ink-3">
        <Time at={original.modifiedAt ?? original.createdAt} focusable={false} />
      </span>
    ),
  }),
])
