import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { productLinksQuery } from '#/features/checkout-links/link-queries.ts'
import { ProductLinks } from '#/features/checkout-links/product-links.tsx'
import { ShareProductButton } from '#/features/checkout-links/share-product-button.tsx'
import { ProductOrders } from '#/features/orders/latest-orders.tsx'
import { latestOrdersQuery } from '#/features/orders/order-queries.ts'
import { ProductBadges, ProductHeaderActions } from '#/features/products/page/product-header.tsx'
import { ProductPage } from '#/features/products/page/product-page.tsx'
import { type Product as ProductShape, productQuery } from '#/features/products/product-queries.ts'
import { ProductSkeleton } from '#/features/products/product-skeleton.tsx'
import { ProductsTrail } from '#/features/products/products-trail.tsx'
import { NotFoundPage } from '#/features/shell/not-found-page.tsx'
import { Page } from '#/features/shell/page.tsx'
import { useCurrentSession } from '#/features/shell/signed-in.tsx'
import { ProductSubscriptions } from '#/features/subscriptions/product-subscriptions.tsx'
import { latestSubscriptionsQuery } from '#/features/subscriptions/subscription-queries.ts'

export const Route = createFileRoute('/dashboard/$slug/products/$productId/')({
  loader: async ({ context: { queryClient, organizationId }, params: { productId } }) => {
    const product = await queryClient.ensureQueryData(productQuery(organizationId, productId))
    if (product === null) throw notFound()
    void queryClient.prefetchQuery(productLinksQuery(organizationId, product.id))
    void queryClient.prefetchQuery(latestOrdersQuery(organizationId, { product: product.id }))
    if (!product.isRecurring) return
    void queryClient.prefetchQuery(latestSubscriptionsQuery(organizationId, product.id))
  },
  pendingComponent: ProductSkeleton,
  notFoundComponent: ProductNotFound,
  component: Product,
})

function Product() {
  const { productId } = Route.useParams()
  const { id } = useOrganization()
  const { user } = useCurrentSession()
  const { data: product } = useSuspenseQuery(productQuery(id, productId))
  if (product === null) return <ProductNotFound />
  return (
    <Page
      title={product.name}
      trail={<ProductsTrail />}
      about={<ProductBadges product={product} />}
      actions={
        <ProductHeaderActions
          product={product}
          buyer={user}
          share={isLinkable(product) && <ShareProductButton productId={product.id} />}
        />
      }
    >
      <ProductPage product={product} sales={<Sales product={product} />} />
    </Page>
  )
}

/** Anyone can follow a link, so none offers a private product. */
const isLinkable = ({ isArchived, visibility }: ProductShape): boolean =>
  !isArchived && visibility !== 'private'

function Sales({ product }: { product: ProductShape }) {
  const { role } = useOrganization()
  const mayShare = mayIn(role, 'catalog', 'write')
  return (
    <>
      <ProductLinks
        productId={product.id}
        empty={mayShare ? withoutLinks(product) : 'No links yet.'}
      />
      <ProductOrders productId={product.id} />
      {product.isRecurring && <ProductSubscriptions productId={product.id} />}
    </>
  )
}

function withoutLinks({ isArchived, visibility }: ProductShape): string {
  if (isArchived) return 'No links. Archived products can’t be bought.'
  return visibility === 'private'
    ? 'No links, because this product is private. Create a checkout for a customer with the API.'
    : 'No links yet. Share the product to create one.'
}

function ProductNotFound() {
  return (
    <NotFoundPage title="Product not found">
      It may belong to another organization, or the link may be wrong.
    </NotFoundPage>
  )
}
