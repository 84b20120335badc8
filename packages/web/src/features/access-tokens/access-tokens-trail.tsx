import { Link } from '@tanstack/react-router'
import { useOrganization } from '#/entities/organization/current-organization.tsx'

/** The breadcrumbs of the pages of a token. */
export function AccessTokensTrail() {
  const { slug } = useOrganization()
  return (
    <Link
      to="/dashboard/$slug/settings/access-tokens"
      params={{ slug }}
      className="rounded-xs underline-offset-3 hover:underline"
    >
      Access tokens
    </Link>
  )
}
