import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { CreateCustomFieldButton } from '#/features/custom-fields/create-custom-field-button.tsx'
import { customFieldsQuery } from '#/features/custom-fields/custom-field-queries.ts'
import { CustomFieldsList } from '#/features/custom-fields/custom-fields-list.tsx'
import { customFieldSorts } from '#/features/custom-fields/custom-fields-view.ts'
import { Page } from '#/features/shell/page.tsx'
import { readListView } from '#/lib/list-view.ts'
import { onlyParsed } from '#/lib/search-parameters.ts'
import { UnsavedChangesGuard } from '#/ui/unsaved-changes.tsx'

export const Route = createFileRoute('/dashboard/$slug/settings/custom-fields')({
  validateSearch: onlyParsed((search) => readListView(search, customFieldSorts)),
  loaderDeps: ({ search }) => search,
  // The list shows its own skeleton, so the page doesn't wait.
  loader: ({ context: { queryClient, organizationId }, deps }) => {
    void queryClient.prefetchQuery(customFieldsQuery(organizationId, deps))
  },
  component: CustomFields,
})

function CustomFields() {
  const view = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  return (
    <UnsavedChangesGuard>
      <Page title="Custom fields" actions={<CreateCustomFieldButton />}>
        <CustomFieldsList
          view={view}
          onViewChange={(list, { replace }) =>
            void navigate({ search: readListView({ ...list }, customFieldSorts), replace })
          }
        />
      </Page>
    </UnsavedChangesGuard>
  )
}
