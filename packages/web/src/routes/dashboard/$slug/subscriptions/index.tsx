import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { listSettingsQuery } from '#/entities/saved-view/list-settings.ts'
import { Page } from '#/features/shell/page.tsx'
import { ExportSubscriptionsButton } from '#/features/subscriptions/export-subscriptions-button.tsx'
import { subscriptionsQuery } from '#/features/subscriptions/subscription-queries.ts'
import { SubscriptionsList } from '#/features/subscriptions/subscriptions-list.tsx'
import { readSubscriptionsView } from '#/features/subscriptions/subscriptions-view.ts'

export const Route = createFileRoute('/dashboard/$slug/subscriptions/')({
  validateSearch: readSubscriptionsView,
  // Parsed again, because the router keeps parameters that the view dropped.
  loaderDeps: ({ search }) => readSubscriptionsView(search),
  // The list shows its own skeleton, so the page doesn't wait.
  loader: ({ context: { queryClient, organizationId }, deps }) => {
    void queryClient.prefetchQuery(subscriptionsQuery(organizationId, deps))
    void queryClient.prefetchQuery(listSettingsQuery(organizationId, 'subscriptions'))
  },
  component: Subscriptions,
})

function Subscriptions() {
  const view = readSubscriptionsView(Route.useSearch())
  const navigate = useNavigate({ from: Route.fullPath })
  return (
    <Page title="Subscriptions" actions={<ExportSubscriptionsButton view={view} />}>
      <SubscriptionsList
        view={view}
        onViewChange={(search, { replace }) => void navigate({ search, replace })}
      />
    </Page>
  )
}
