import { Link } from '@tanstack/react-router'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import type { WebhookEndpoint } from './endpoint-queries.ts'
import { endpointName } from './endpoint-text.ts'

interface WebhooksTrailProps {
  /** The endpoint that the page belongs to. */
  endpoint?: WebhookEndpoint
}

/** The breadcrumbs of the pages of an endpoint. */
export function WebhooksTrail({ endpoint }: WebhooksTrailProps) {
  const { slug } = useOrganization()
  return (
    <>
      <Link to="/dashboard/$slug/settings/webhooks" params={{ slug }} className={linkClasses}>
        Webhooks
      </Link>
      {endpoint && (
        <>
          <span aria-hidden="true"> / </span>
          <Link
            to="/dashboard/$slug/settings/webhooks/$endpointId"
            params={{ slug, endpointId: endpoint.id }}
            className={`${linkClasses} wrap-anywhere`}
          >
            {endpointName(endpoint)}
          </Link>
        </>
      )}
    </>
  )
}

const linkClasses = 'rounded-xs underline-offset-3 hover:underline'
