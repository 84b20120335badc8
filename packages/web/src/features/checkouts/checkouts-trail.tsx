import { Link } from '@tanstack/react-router'
import { useOrganization } from '#/entities/organization/current-organization.tsx'

/** The breadcrumbs of a checkout’s page. */
export function CheckoutsTrail() {
  const { slug } = useOrganization()
  return (
    <Link
      to="/dashboard/$slug/checkouts"
      params={{ slug }}
      className="rounded-xs underline-offset-3 hover:underline"
    >
      Checkouts
    </Link>
  )
}
