import { createFileRoute, Link, notFound, useNavigate } from '@tanstack/react-router'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { ProductEditor } from '#/features/products/editor/product-editor.tsx'
import { formOf } from '#/features/products/editor/product-form.ts'
import { OnlyWriters } from '#/features/products/only-writers.tsx'
import { productQuery } from '#/features/products/product-queries.ts'
import { ProductSkeleton } from '#/features/products/product-skeleton.tsx'
import { ProductsTrail } from '#/features/products/products-trail.tsx'
import { NotFoundPage } from '#/features/shell/not-found-page.tsx'
import { Page } from '#/features/shell/page.tsx'
import { creationDialogs } from '#/routes/dashboard/$slug/products/-creation-dialogs.tsx'
import { buttonClasses } from '#/ui/button-classes.ts'
import { useToast } from '#/ui/toast.tsx'

export const Route = createFileRoute('/dashboard/$slug/products/$productId/edit')({
  // Refetched, so that the form starts from the saved values.
  loader: async ({ context: { queryClient, organizationId }, params: { productId } }) => {
    const query = { ...productQuery(organizationId, productId), staleTime: 0 }
    const product = await queryClient.fetchQuery(query)
    if (product === null) throw notFound()
    return product
  },
  pendingComponent: ProductSkeleton,
  notFoundComponent: () => (
    <NotFoundPage title="Product not found">
      It may belong to another organization, or the link may be wrong.
    </NotFoundPage>
  ),
  component: EditProduct,
})

function EditProduct() {
  const product = Route.useLoaderData()
  const { slug, role } = useOrganization()
  const navigate = useNavigate()
  const toast = useToast()
  const page = {
    to: '/dashboard/$slug/products/$productId',
    params: { slug, productId: product.id },
  } as const
  const cancel = (
    <Link {...page} className={buttonClasses({ variant: 'ghost' })}>
      Cancel
    </Link>
  )
  return (
    <Page title={`Edit ${product.name}`} trail={<ProductsTrail product={product} />}>
      {mayIn(role, 'catalog', 'write') ? (
        <ProductEditor
          key={product.id}
          product={product}
          start={formOf(product)}
          dialogs={creationDialogs}
          cancel={cancel}
          onSaved={({ name }) => {
            toast({ title: `${name} saved` })
            // Everything is saved.
            void navigate({ ...page, ignoreBlocker: true })
          }}
        />
      ) : (
        <OnlyWriters />
      )}
    </Page>
  )
}
