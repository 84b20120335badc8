import { Link } from '@tanstack/react-router'
import { useOrganization } from '#/entities/organization/current-organization.tsx'

/** The breadcrumbs of a customer’s page. */
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
