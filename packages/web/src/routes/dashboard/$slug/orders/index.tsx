import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { listSettingsQuery } from '#/entities/saved-view/list-settings.ts'
import { ExportOrdersButton } from '#/features/orders/export-orders-button.tsx'
import { ordersQuery } from '#/features/orders/order-queries.ts'
import { OrdersList } from '#/features/orders/orders-list.tsx'
import { readOrdersView } from '#/features/orders/orders-view.ts'
import { Page } from '#/features/shell/page.tsx'
import { onlyParsed } from '#/lib/search-parameters.ts'

export const Route = createFileRoute('/dashboard/$slug/orders/')({
  validateSearch: onlyParsed(readOrdersView),
  loaderDeps: ({ search }) => search,
  // The list shows its own skeleton, so the page doesn't wait.
  loader: ({ context: { queryClient, organizationId }, deps }) => {
    void queryClient.prefetchQuery(ordersQuery(organizationId, deps))
    void queryClient.prefetchQuery(listSettingsQuery(organizationId, 'orders'))
  },
  component: Orders,
})

function Orders() {
  const view = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  return (
    <Page title="Orders" actions={<ExportOrdersButton view={view} />}>
      <OrdersList
        view={view}
        onViewChange={(search, { replace }) => void navigate({ search, replace })}
      />
    </Page>
  )
}
