import { Link } from '@tanstack/react-router'
import { useOrganization } from '../../lib/current-organization.tsx'
import type { WebhookEndpoint } from './endpoint-queries.ts'
import { endpointName } from './endpoint-words.ts'

interface WebhooksTrailProps {
  /** Whose page this one belongs to. */
  endpoint?: WebhookEndpoint
}

/** Where the pages of an endpoint hang. */
export function WebhooksTrail({ endpoint }: WebhooksTrailProps) {
  const { slug } = useOrganization()
  return (
    <>
      <Link to="/dashboard/$slug/settings/webhooks" params={{ slug }} className={linkLook}>
        Webhooks
      </Link>
      {endpoint && (
        <>
          <span aria-hidden="true"> / </span>
          <Link
            to="/dashboard/$slug/settings/webhooks/$endpointId"
            params={{ slug, endpointId: endpoint.id }}
            className={`${linkLook} wrap-anywhere`}
          >
            {endpointName(endpoint)}
          </Link>
        </>
      )}
    </>
  )
}

const linkLook = 'rounded-xs underline-offset-3 hover:underline'
