import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import ContactRound from 'lucide-react/icons/contact-round'
import UserRoundX from 'lucide-react/icons/user-round-x'
import { callCode } from '../../lib/call-code.ts'
import { useOrganization } from '../../lib/current-organization.tsx'
import type { ListView } from '../../lib/list-view.ts'
import { mayIn } from '../../lib/roles.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListCard } from '../../ui/list-card.tsx'
import { customerColumns } from './customer-columns.tsx'
import { type Customer, customersQuery } from './customer-queries.ts'
import { type CustomersView, newestFirst } from './customers-view.ts'

interface CustomersListProps {
  view: CustomersView
  onViewChange: (view: ListView, how: { replace: boolean }) => void
}

/** Who buys here. */
export function CustomersList({ view, onViewChange }: CustomersListProps) {
  const { id, slug } = useOrganization()
  const router = useRouter()
  const navigate = useNavigate()
  const { data } = useQuery({
    ...customersQuery(id, view),
    throwOnError: (_, query) => query.state.data === undefined,
  })
  const linkTo = ({ id: customerId }: Customer) =>
    ({ to: '/dashboard/$slug/customers/$customerId', params: { slug, customerId } }) as const
  return (
    <ListCard
      label="Customers"
      search="Search customers"
      columns={customerColumns}
      rows={data?.items}
      total={data?.pagination.totalCount}
      rowId={(customer) => customer.id}
      rowHref={(customer) => router.buildLocation(linkTo(customer)).href}
      // A navigation that fails shows the error page; there is nothing to wait for here.
      onOpen={(customer) => void navigate(linkTo(customer))}
      view={view}
      onViewChange={onViewChange}
      sortedBy={newestFirst}
      empty={
        view.q === undefined ? (
          <NoCustomers />
        ) : (
          <Nobody onClear={() => onViewChange({}, { replace: false })} />
        )
      }
    />
  )
}

function NoCustomers() {
  const { role } = useOrganization()
  return (
    <EmptyState
      icon={<ContactRound />}
      title="Nobody has bought anything yet"
      calls={callCode(window.location.origin, create)}
    >
      {mayIn(role, 'customers', 'write')
        ? 'Customers stand here once they buy, or once you create them by hand.'
        : 'Customers stand here once they buy. Owners and admins also create them by hand.'}
    </EmptyState>
  )
}

const create = {
  method: 'POST',
  path: '/v1/customers/',
  sdk: 'customers.create',
  argument: { email: 'ada@example.com', name: 'Ada Lindqvist', externalId: 'user-1' },
} as const

function Nobody({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={<UserRoundX />}
      title="Nobody matches"
      action={<Button onClick={onClear}>Show everybody</Button>}
    >
      No customer has these words in the name, the address or the external id.
    </EmptyState>
  )
}
