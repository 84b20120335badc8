import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import Radio from 'lucide-react/icons/radio'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { Page } from '#/features/shell/page.tsx'
import { endpointsQuery } from '#/features/webhooks/endpoint-queries.ts'
import { EndpointsList } from '#/features/webhooks/endpoints-list.tsx'
import { readEndpointsView } from '#/features/webhooks/endpoints-view.ts'
import { onlyParsed } from '#/lib/search-parameters.ts'
import { buttonClasses } from '#/ui/button-classes.ts'
import { CreateLink } from '#/ui/create-link.tsx'

export const Route = createFileRoute('/dashboard/$slug/settings/webhooks/')({
  validateSearch: onlyParsed(readEndpointsView),
  loaderDeps: ({ search }) => search,
  // The list shows its own skeleton, so the page doesn't wait.
  loader: ({ context: { queryClient, organizationId }, deps }) => {
    void queryClient.prefetchQuery(endpointsQuery(organizationId, deps))
  },
  component: Webhooks,
})

function Webhooks() {
  const view = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  const { role } = useOrganization()
  const mayWrite = mayIn(role, 'developers', 'write')
  return (
    <Page
      title="Webhooks"
      actions={
        <>
          <LiveEvents />
          {mayWrite && <CreateEndpoint />}
        </>
      }
    >
      <EndpointsList
        view={view}
        onViewChange={(list, { replace }) =>
          void navigate({ search: readEndpointsView({ ...list }), replace })
        }
      />
      {!mayWrite && (
        <p className="mt-3 px-1 text-s text-ink-2">
          Owners and admins can create, change and delete endpoints.
        </p>
      )}
    </Page>
  )
}

function LiveEvents() {
  const { slug } = useOrganization()
  return (
    <Link
      to="/dashboard/$slug/settings/webhooks/events"
      params={{ slug }}
      className={buttonClasses({})}
    >
      <Radio aria-hidden="true" /> Live events
    </Link>
  )
}

function CreateEndpoint() {
  const { slug } = useOrganization()
  const link = { to: '/dashboard/$slug/settings/webhooks/new', params: { slug } } as const
  return <CreateLink label="Create endpoint" link={link} />
}
