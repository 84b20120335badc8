import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { ProductEditor } from '#/features/products/editor/product-editor.tsx'
import { copyOf, emptyForm } from '#/features/products/editor/product-form.ts'
import { OnlyWriters } from '#/features/products/only-writers.tsx'
import { productQuery } from '#/features/products/product-queries.ts'
import { ProductSkeleton } from '#/features/products/product-skeleton.tsx'
import { ProductsTrail } from '#/features/products/products-trail.tsx'
import { Page } from '#/features/shell/page.tsx'
import { readText, type SearchParameters } from '#/lib/search-parameters.ts'
import { buttonClasses } from '#/ui/button-classes.ts'
import { useToast } from '#/ui/toast.tsx'
import { creationDialogs } from './-creation-dialogs.tsx'

/** The product to duplicate. */
function readOrigin(search: SearchParameters): { from?: string } {
  const from = readText(search['from'])
  return from === undefined ? {} : { from }
}

export const Route = createFileRoute('/dashboard/$slug/products/new')({
  validateSearch: readOrigin,
  loaderDeps: ({ search: { from } }) => ({ from }),
  loader: async ({ context: { queryClient, organizationId }, deps: { from } }) => {
    if (from !== undefined) await queryClient.ensureQueryData(productQuery(organizationId, from))
  },
  pendingComponent: ProductSkeleton,
  component: NewProduct,
})

function NewProduct() {
  const { from = '' } = Route.useSearch()
  const { id, slug, role } = useOrganization()
  const { data: origin } = useQuery({ ...productQuery(id, from), enabled: from !== '' })
  const navigate = useNavigate()
  const toast = useToast()
  const cancel = (
    <Link
      to="/dashboard/$slug/products"
      params={{ slug }}
      className={buttonClasses({ variant: 'ghost' })}
    >
      Cancel
    </Link>
  )
  return (
    <Page title="Create a product" trail={<ProductsTrail />}>
      {mayIn(role, 'catalog', 'write') ? (
        <ProductEditor
          key={from}
          product={null}
          start={origin ? copyOf(origin) : emptyForm}
          dialogs={creationDialogs}
          cancel={cancel}
          onSaved={({ id: productId, name }) => {
            toast({ title: `${name} created` })
            void navigate({
              to: '/dashboard/$slug/products/$productId',
              params: { slug, productId },
              // Everything is saved.
              ignoreBlocker: true,
            })
          }}
        />
      ) : (
        <OnlyWriters />
      )}
    </Page>
  )
}
