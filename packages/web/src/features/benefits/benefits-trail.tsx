import { Link } from '@tanstack/react-router'
import { useOrganization } from '#/entities/organization/current-organization.tsx'

/** The breadcrumbs of a benefit’s page. */
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
