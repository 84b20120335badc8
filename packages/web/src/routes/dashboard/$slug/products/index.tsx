import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { listSettingsQuery } from '#/entities/saved-view/list-settings.ts'
import { CreateProductLink } from '#/features/products/create-product-link.tsx'
import { ProductsList } from '#/features/products/list/products-list.tsx'
import { productsQuery } from '#/features/products/product-queries.ts'
import { readProductsView } from '#/features/products/products-view.ts'
import { Page } from '#/features/shell/page.tsx'
import { onlyParsed } from '#/lib/search-parameters.ts'

export const Route = createFileRoute('/dashboard/$slug/products/')({
  validateSearch: onlyParsed(readProductsView),
  loaderDeps: ({ search }) => search,
  // The list shows its own skeleton, so the page doesn't wait.
  loader: ({ context: { queryClient, organizationId }, deps }) => {
    void queryClient.prefetchQuery(productsQuery(organizationId, deps))
    void queryClient.prefetchQuery(listSettingsQuery(organizationId, 'products'))
  },
  component: Products,
})

function Products() {
  const view = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  const { role } = useOrganization()
  const mayWrite = mayIn(role, 'catalog', 'write')
  return (
    <Page title="Products" actions={mayWrite && <CreateProductLink />}>
      <ProductsList
        view={view}
        onViewChange={(search, { replace }) => void navigate({ search, replace })}
      />
    </Page>
  )
}
