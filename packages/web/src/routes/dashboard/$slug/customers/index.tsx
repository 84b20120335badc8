import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { listSettingsQuery } from '#/entities/saved-view/list-settings.ts'
import { CreateCustomerButton } from '#/features/customers/create-customer-button.tsx'
import { customersQuery } from '#/features/customers/customer-queries.ts'
import { CustomersList } from '#/features/customers/customers-list.tsx'
import { readCustomersView } from '#/features/customers/customers-view.ts'
import { ExportCustomersButton } from '#/features/customers/export-customers-button.tsx'
import { Page } from '#/features/shell/page.tsx'
import { onlyParsed } from '#/lib/search-parameters.ts'
import { UnsavedChangesGuard } from '#/ui/unsaved-changes.tsx'

export const Route = createFileRoute('/dashboard/$slug/customers/')({
  validateSearch: onlyParsed(readCustomersView),
  loaderDeps: ({ search }) => search,
  // The list shows its own skeleton, so the page doesn't wait.
  loader: ({ context: { queryClient, organizationId }, deps }) => {
    void queryClient.prefetchQuery(customersQuery(organizationId, deps))
    void queryClient.prefetchQuery(listSettingsQuery(organizationId, 'customers'))
  },
  component: Customers,
})

function Customers() {
  const view = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  return (
    <UnsavedChangesGuard>
      <Page
        title="Customers"
        actions={
          <>
            <ExportCustomersButton view={view} />
            <CreateCustomerButton />
          </>
        }
      >
        <CustomersList
          view={view}
          onViewChange={(list, { replace }) =>
            void navigate({ search: readCustomersView({ ...list }), replace })
          }
        />
      </Page>
    </UnsavedChangesGuard>
  )
}
