import { customerStatuses } from '@guildhall/contract/subscriptions/customer-statuses'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import ContactRound from 'lucide-react/icons/contact-round'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { ViewedList } from '#/entities/saved-view/viewed-list.tsx'
import { callCode } from '#/lib/call-code.ts'
import { EmptyState } from '#/ui/empty-state.tsx'
import { FilterChip } from '#/ui/filter-chip.tsx'
import { MenuItem } from '#/ui/menu.tsx'
import { NoMatch } from '#/ui/no-match.tsx'
import { useCustomerSelection } from './customer-acts.ts'
import { customerColumns, Standing, standingText } from './customer-columns.tsx'
import { type Customer, customersQuery } from './customer-queries.ts'
import { type CustomersView, newestFirst, readCustomersView } from './customers-view.ts'
import { customerSpendQuery } from './spend-queries.ts'
import { customerStatusesQuery } from './status-queries.ts'

interface CustomersListProps {
  view: CustomersView
  onViewChange: (view: CustomersView, how: { replace: boolean }) => void
}

/** The customers of an organization. */
export function CustomersList({ view, onViewChange }: CustomersListProps) {
  const { id, slug } = useOrganization()
  const router = useRouter()
  const navigate = useNavigate()
  const { data } = useQuery({
    ...customersQuery(id, view),
    throwOnError: (_, query) => query.state.data === undefined,
  })
  const ids = data?.items.map((customer) => customer.id) ?? []
  // After the rows, which don’t wait for them.
  const spend = useQuery(customerSpendQuery(id, ids))
  const statuses = useQuery(customerStatusesQuery(id, ids))
  const linkTo = ({ id: customerId }: Customer) =>
    ({ to: '/dashboard/$slug/customers/$customerId', params: { slug, customerId } }) as const
  const { status, ...list } = view
  const { page: _, ...firstPage } = list
  const filter = (chosen: CustomersView['status']) =>
    onViewChange(readCustomersView({ ...firstPage, status: chosen }), { replace: false })
  return (
    <ViewedList
      list="customers"
      parameters={{ ...view }}
      onViewOpen={(search) => onViewChange(readCustomersView(search), { replace: false })}
      label="Customers"
      search="Search customers"
      filters={
        <FilterChip
          name="Status"
          value={status === undefined ? null : standingText(status)}
          onClear={() => filter(undefined)}
        >
          {customerStatuses.map((one) => (
            <MenuItem key={one} onSelect={() => filter(one)}>
              <Standing status={one} />
            </MenuItem>
          ))}
        </FilterChip>
      }
      selection={useCustomerSelection()}
      columns={customerColumns}
      rows={data?.items.map((customer) => ({
        ...customer,
        spend: spend.data?.filter(({ customerId }) => customerId === customer.id) ?? missing(spend),
        status: statuses.data?.get(customer.id) ?? missing(statuses),
      }))}
      total={data?.pagination.totalCount}
      rowId={(customer) => customer.id}
      rowHref={(customer) => router.buildLocation(linkTo(customer)).href}
      // A failed navigation shows the error page, so it isn’t awaited.
      onOpen={(customer) => void navigate(linkTo(customer))}
      view={list}
      onViewChange={(next, how) => onViewChange(readCustomersView({ ...next, status }), how)}
      sortedBy={newestFirst}
      empty={
        view.q === undefined && status === undefined ? (
          <NoCustomers />
        ) : (
          <NoMatch noun="customers" onClear={() => onViewChange({}, { replace: false })}>
            {status === undefined
              ? 'No customer matches this name, address or external ID.'
              : 'Try another status, or another name, address or external ID.'}
          </NoMatch>
        )
      }
    />
  )
}

const missing = ({ isError }: { isError: boolean }) => (isError ? null : undefined)

function NoCustomers() {
  const { role } = useOrganization()
  return (
    <EmptyState
      icon={<ContactRound />}
      title="No customers yet"
      calls={callCode(window.location.origin, create)}
    >
      {mayIn(role, 'customers', 'write')
        ? 'Customers appear here when they buy or when you create them.'
        : 'Customers appear here when they buy. Owners and admins can also create them.'}
    </EmptyState>
  )
}

const create = {
  method: 'POST',
  path: '/v1/customers/',
  sdk: 'customers.create',
  argument: { email: 'ada@example.com', name: 'Ada Lindqvist', externalId: 'user-1' },
} as const
