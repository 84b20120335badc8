import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { listSettingsQuery } from '#/entities/saved-view/list-settings.ts'
import { CreateDiscountButton } from '#/features/discounts/create-discount-button.tsx'
import { discountsQuery } from '#/features/discounts/discount-queries.ts'
import { DiscountsList } from '#/features/discounts/discounts-list.tsx'
import { readDiscountsView } from '#/features/discounts/discounts-view.ts'
import { ExportDiscountsButton } from '#/features/discounts/export-discounts-button.tsx'
import { Page } from '#/features/shell/page.tsx'
import { onlyParsed } from '#/lib/search-parameters.ts'
import { UnsavedChangesGuard } from '#/ui/unsaved-changes.tsx'

export const Route = createFileRoute('/dashboard/$slug/discounts')({
  validateSearch: onlyParsed(readDiscountsView),
  loaderDeps: ({ search }) => search,
  // The list shows its own skeleton, so the page doesn't wait.
  loader: ({ context: { queryClient, organizationId }, deps }) => {
    void queryClient.prefetchQuery(discountsQuery(organizationId, deps))
    void queryClient.prefetchQuery(listSettingsQuery(organizationId, 'discounts'))
  },
  component: Discounts,
})

function Discounts() {
  const view = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  return (
    <UnsavedChangesGuard>
      <Page
        title="Discounts"
        actions={
          <>
            <ExportDiscountsButton view={view} />
            <CreateDiscountButton />
          </>
        }
      >
        <DiscountsList
          view={view}
          onViewChange={(list, { replace }) =>
            void navigate({ search: readDiscountsView({ ...list }), replace })
          }
        />
      </Page>
    </UnsavedChangesGuard>
  )
}
