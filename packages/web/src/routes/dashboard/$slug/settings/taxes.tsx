import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { Page } from '#/features/shell/page.tsx'
import { AddRegistrationButton } from '#/features/taxes/add-registration-button.tsx'
import { taxesQuery } from '#/features/taxes/tax-queries.ts'
import { TaxesList } from '#/features/taxes/taxes-list.tsx'
import { taxSorts } from '#/features/taxes/taxes-view.ts'
import { readListView } from '#/lib/list-view.ts'
import { onlyParsed } from '#/lib/search-parameters.ts'
import { UnsavedChangesGuard } from '#/ui/unsaved-changes.tsx'

export const Route = createFileRoute('/dashboard/$slug/settings/taxes')({
  validateSearch: onlyParsed((search) => readListView(search, taxSorts)),
  loaderDeps: ({ search }) => search,
  // The list shows its own skeleton, so the page doesn't wait.
  loader: ({ context: { queryClient, organizationId }, deps }) => {
    void queryClient.prefetchQuery(taxesQuery(organizationId, deps))
  },
  component: Taxes,
})

function Taxes() {
  const view = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  return (
    <UnsavedChangesGuard>
      <Page title="Taxes" actions={<AddRegistrationButton />}>
        <TaxesList
          view={view}
          onViewChange={(list, { replace }) =>
            void navigate({ search: readListView({ ...list }, taxSorts), replace })
          }
        />
      </Page>
    </UnsavedChangesGuard>
  )
}
