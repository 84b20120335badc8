import { Link } from '@tanstack/react-router'
import { useOrganization } from '../../lib/current-organization.tsx'

/** Where the pages of a token hang. */
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
