import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { CreateLinkButton } from '#/features/checkout-links/create-link-button.tsx'
import { linksQuery } from '#/features/checkout-links/link-queries.ts'
import { LinksList } from '#/features/checkout-links/links-list.tsx'
import { readLinksView } from '#/features/checkout-links/links-view.ts'
import { Page } from '#/features/shell/page.tsx'
import { onlyParsed } from '#/lib/search-parameters.ts'
import { UnsavedChangesGuard } from '#/ui/unsaved-changes.tsx'

export const Route = createFileRoute('/dashboard/$slug/checkout-links')({
  validateSearch: onlyParsed(readLinksView),
  loaderDeps: ({ search }) => search,
  // The list shows its own skeleton, so the page doesn't wait.
  loader: ({ context: { queryClient, organizationId }, deps }) => {
    void queryClient.prefetchQuery(linksQuery(organizationId, deps))
  },
  component: CheckoutLinks,
})

function CheckoutLinks() {
  const view = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  return (
    <UnsavedChangesGuard>
      <Page title="Checkout links" actions={<CreateLinkButton />}>
        <LinksList
          view={view}
          onViewChange={(list, { replace }) =>
            void navigate({ search: readLinksView({ ...list }), replace })
          }
        />
      </Page>
    </UnsavedChangesGuard>
  )
}
