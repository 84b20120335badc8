import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { ProductBadges, ProductHeaderActions } from '#/features/products/page/product-header.tsx'
import { ProductPage } from '#/features/products/page/product-page.tsx'
import { productQuery } from '#/features/products/product-queries.ts'
import { ProductSkeleton } from '#/features/products/product-skeleton.tsx'
import { ProductsTrail } from '#/features/products/products-trail.tsx'
import { NotFoundPage } from '#/features/shell/not-found-page.tsx'
import { Page } from '#/features/shell/page.tsx'

export const Route = createFileRoute('/dashboard/$slug/products/$productId/')({
  loader: async ({ context: { queryClient, organizationId }, params: { productId } }) => {
    const product = await queryClient.ensureQueryData(productQuery(organizationId, productId))
    if (product === null) throw notFound()
  },
  pendingComponent: ProductSkeleton,
  notFoundComponent: ProductNotFound,
  component: Product,
})

function Product() {
  const { productId } = Route.useParams()
  const { id } = useOrganization()
  const { data: product } = useSuspenseQuery(productQuery(id, productId))
  if (product === null) return <ProductNotFound />
  return (
    <Page
      title={product.name}
      trail={<ProductsTrail />}
      about={<ProductBadges product={product} />}
      actions={<ProductHeaderActions product={product} />}
    >
      <ProductPage product={product} />
    </Page>
  )
}

function ProductNotFound() {
  return (
    <NotFoundPage title="Product not found">
      It may belong to another organization, or the link may be wrong.
    </NotFoundPage>
  )
}
