import { Link } from '@tanstack/react-router'
import { useOrganization } from '../../lib/current-organization.tsx'

/** Where an order's page hangs. */
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
