import { Link } from '@tanstack/react-router'
import { useOrganization } from '../../lib/current-organization.tsx'

/** Where a subscription's page hangs. */
export function SubscriptionsTrail() {
  const { slug } = useOrganization()
  return (
    <Link
      to="/dashboard/$slug/subscriptions"
      params={{ slug }}
      className="rounded-xs underline-offset-3 hover:underline"
    >
      Subscriptions
    </Link>
  )
}
