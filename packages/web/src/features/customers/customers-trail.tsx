import { Link } from '@tanstack/react-router'
import { useOrganization } from '../../lib/current-organization.tsx'

/** Where a customer's page hangs. */
export function CustomersTrail() {
  const { slug } = useOrganization()
  return (
    <Link
      to="/dashboard/$slug/customers"
      params={{ slug }}
      className="rounded-xs underline-offset-3 hover:underline"
    >
      Customers
    </Link>
  )
}
