import { Link } from '@tanstack/react-router'
import { useOrganization } from '#/entities/organization/current-organization.tsx'

/** The breadcrumbs of an order’s page. */
export function OrdersTrail() {
  const { slug } = useOrganization()
  return (
    <Link
      to="/dashboard/$slug/orders"
      params={{ slug }}
      className="rounded-xs underline-offset-3 hover:underline"
    >
      Orders
    </Link>
  )
}
