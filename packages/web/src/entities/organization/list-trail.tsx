import { Link } from '@tanstack/react-router'
import { quietLinkClasses } from '#/ui/link-classes.ts'
import { useOrganization } from './current-organization.tsx'

/** The lists of an organization whose objects have pages. */
const lists = {
  benefits: { to: '/dashboard/$slug/benefits', label: 'Benefits' },
  checkouts: { to: '/dashboard/$slug/checkouts', label: 'Checkouts' },
  customers: { to: '/dashboard/$slug/customers', label: 'Customers' },
  disputes: { to: '/dashboard/$slug/disputes', label: 'Disputes' },
  meters: { to: '/dashboard/$slug/meters', label: 'Meters' },
  orders: { to: '/dashboard/$slug/orders', label: 'Orders' },
  subscriptions: { to: '/dashboard/$slug/subscriptions', label: 'Subscriptions' },
  tokens: { to: '/dashboard/$slug/settings/access-tokens', label: 'Access tokens' },
} as const

/** The breadcrumbs of an object’s page: the list that it belongs to. */
export function ListTrail({ list }: { list: keyof typeof lists }) {
  const { slug } = useOrganization()
  const { to, label } = lists[list]
  return (
    <Link to={to} params={{ slug }} className={quietLinkClasses}>
      {label}
    </Link>
  )
}
