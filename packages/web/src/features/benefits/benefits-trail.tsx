import { Link } from '@tanstack/react-router'
import { useOrganization } from '../../lib/current-organization.tsx'

/** Where a benefit's page hangs. */
export function BenefitsTrail() {
  const { slug } = useOrganization()
  return (
    <Link
      to="/dashboard/$slug/benefits"
      params={{ slug }}
      className="rounded-xs underline-offset-3 hover:underline"
    >
      Benefits
    </Link>
  )
}
