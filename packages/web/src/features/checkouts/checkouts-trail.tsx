import { Link } from '@tanstack/react-router'
import { useOrganization } from '../../lib/current-organization.tsx'

/** Where a checkout's page hangs. */
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
