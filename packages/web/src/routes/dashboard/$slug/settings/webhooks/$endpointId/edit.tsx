import { createFileRoute, Link, notFound, useNavigate } from '@tanstack/react-router'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { Page } from '#/features/shell/page.tsx'
import { EditEndpoint } from '#/features/webhooks/edit-endpoint.tsx'
import { endpointQuery } from '#/features/webhooks/endpoint-queries.ts'
import { endpointName } from '#/features/webhooks/endpoint-text.ts'
import { OwnersOnly } from '#/features/webhooks/owners-only.tsx'
import { WebhooksTrail } from '#/features/webhooks/webhooks-trail.tsx'
import { EndpointNotFound } from '#/routes/dashboard/$slug/settings/webhooks/-endpoint-not-found.tsx'
import { buttonClasses } from '#/ui/button-classes.ts'
import { ObjectSkeleton } from '#/ui/object-skeleton.tsx'

export const Route = createFileRoute('/dashboard/$slug/settings/webhooks/$endpointId/edit')({
  // Refetched, so that the form starts from the saved values.
  loader: async ({ context: { queryClient, organizationId }, params: { endpointId } }) => {
    const query = { ...endpointQuery(organizationId, endpointId), staleTime: 0 }
    const endpoint = await queryClient.fetchQuery(query)
    if (endpoint === null) throw notFound()
    return endpoint
  },
  pendingComponent: ObjectSkeleton,
  notFoundComponent: EndpointNotFound,
  component: Edit,
})

function Edit() {
  const endpoint = Route.useLoaderData()
  const { slug, role } = useOrganization()
  const navigate = useNavigate()
  const page = {
    to: '/dashboard/$slug/settings/webhooks/$endpointId',
    params: { slug, endpointId: endpoint.id },
  } as const
  const cancel = (
    <Link {...page} className={buttonClasses({ variant: 'ghost' })}>
      Cancel
    </Link>
  )
  return (
    <Page title={`Edit ${endpointName(endpoint)}`} trail={<WebhooksTrail endpoint={endpoint} />}>
      {mayIn(role, 'developers', 'write') ? (
        <EditEndpoint
          key={endpoint.id}
          endpoint={endpoint}
          cancel={cancel}
          // Everything is saved.
          onSaved={() => void navigate({ ...page, ignoreBlocker: true })}
        />
      ) : (
        <OwnersOnly />
      )}
    </Page>
  )
}
