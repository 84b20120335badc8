import { Link } from '@tanstack/react-router'
import { useOrganization } from '#/entities/organization/current-organization.tsx'

/** The breadcrumbs of a subscription’s page. */
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
