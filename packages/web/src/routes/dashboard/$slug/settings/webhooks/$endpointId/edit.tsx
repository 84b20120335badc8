import { createFileRoute, Link, notFound, useNavigate } from '@tanstack/react-router'
import { Page } from '../../../../../../features/shell/page.tsx'
import { EditEndpoint } from '../../../../../../features/webhooks/edit-endpoint.tsx'
import { endpointQuery } from '../../../../../../features/webhooks/endpoint-queries.ts'
import { endpointName } from '../../../../../../features/webhooks/endpoint-words.ts'
import { NotForYou } from '../../../../../../features/webhooks/not-for-you.tsx'
import { WebhooksTrail } from '../../../../../../features/webhooks/webhooks-trail.tsx'
import { useOrganization } from '../../../../../../lib/current-organization.tsx'
import { mayIn } from '../../../../../../lib/roles.ts'
import { buttonLook } from '../../../../../../ui/button-look.ts'
import { ObjectSkeleton } from '../../../../../../ui/object-skeleton.tsx'
import { NoSuchEndpoint } from '../-no-such-endpoint.tsx'

export const Route = createFileRoute('/dashboard/$slug/settings/webhooks/$endpointId/edit')({
  // What is edited is what is kept now, not what was looked at a while ago.
  loader: async ({ context: { queryClient, organizationId }, params: { endpointId } }) => {
    const query = { ...endpointQuery(organizationId, endpointId), staleTime: 0 }
    const endpoint = await queryClient.fetchQuery(query)
    if (endpoint === null) throw notFound()
    return endpoint
  },
  pendingComponent: ObjectSkeleton,
  notFoundComponent: NoSuchEndpoint,
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
    <Link {...page} className={buttonLook({ variant: 'ghost' })}>
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
          // All of it is saved.
          onSaved={() => void navigate({ ...page, ignoreBlocker: true })}
        />
      ) : (
        <NotForYou />
      )}
    </Page>
  )
}
