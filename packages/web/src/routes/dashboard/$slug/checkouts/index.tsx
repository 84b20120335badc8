import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { listSettingsQuery } from '#/entities/saved-view/list-settings.ts'
import { checkoutsQuery } from '#/features/checkouts/checkout-queries.ts'
import { CheckoutsList } from '#/features/checkouts/checkouts-list.tsx'
import { readCheckoutsView } from '#/features/checkouts/checkouts-view.ts'
import { Page } from '#/features/shell/page.tsx'
import { onlyParsed } from '#/lib/search-parameters.ts'

export const Route = createFileRoute('/dashboard/$slug/checkouts/')({
  validateSearch: onlyParsed(readCheckoutsView),
  loaderDeps: ({ search }) => search,
  // The list shows its own skeleton, so the page doesn't wait.
  loader: ({ context: { queryClient, organizationId }, deps }) => {
    void queryClient.prefetchQuery(checkoutsQuery(organizationId, deps))
    void queryClient.prefetchQuery(listSettingsQuery(organizationId, 'checkouts'))
  },
  component: Checkouts,
})

function Checkouts() {
  const view = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  return (
    <Page title="Checkouts">
      <CheckoutsList
        view={view}
        onViewChange={(search, { replace }) => void navigate({ search, replace })}
      />
    </Page>
  )
}
