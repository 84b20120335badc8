import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { ViewedList } from '#/entities/saved-view/viewed-list.tsx'
import { ArchiveDialog } from '#/features/products/archive-dialog.tsx'
import { type Product, productsQuery } from '#/features/products/product-queries.ts'
import {
  newestFirst,
  type ProductsView,
  readProductsView,
  statusFilterOf,
  withStatusFilter,
} from '#/features/products/products-view.ts'
import { useKeptFocus } from '#/lib/use-kept-focus.ts'
import { Segmented } from '#/ui/segmented.tsx'
import { NoProducts } from './no-products.tsx'
import { productColumns } from './product-columns.tsx'
import type { ProductMenuProps } from './product-menu.tsx'

interface ProductsListProps {
  view: ProductsView
  /** Typing replaces the history entry; other filters add one. */
  onViewChange: (view: ProductsView, how: { replace: boolean }) => void
}

export function ProductsList({ view, onViewChange }: ProductsListProps) {
  const { id, slug } = useOrganization()
  const router = useRouter()
  const navigate = useNavigate()
  const { data } = useQuery({
    ...productsQuery(id, view),
    throwOnError: (_, query) => query.state.data === undefined,
  })
  const { rows, dialog } = useProductRows(data?.items)
  const linkOf = ({ product }: ProductMenuProps) =>
    ({
      to: '/dashboard/$slug/products/$productId',
      params: { slug, productId: product.id },
    }) as const
  return (
    <>
      <ViewedList
        list="products"
        parameters={{ ...view }}
        onViewOpen={(search) => onViewChange(readProductsView(search), { replace: false })}
        label="Products"
        columns={productColumns}
        rows={rows}
        total={data?.pagination.totalCount}
        rowId={({ product }) => product.id}
        rowHref={(row) => router.buildLocation(linkOf(row)).href}
        // A failed navigation shows the error page, so it isn’t awaited.
        onOpen={(row) => void navigate(linkOf(row))}
        view={view}
        onViewChange={(list, how) =>
          onViewChange(readProductsView({ ...list, show: view.show }), how)
        }
        sortedBy={newestFirst}
        search="Search products"
        filters={
          <Segmented
            label="Product status"
            options={statusOptions}
            value={statusFilterOf(view)}
            onChange={(status) => onViewChange(withStatusFilter(view, status), { replace: false })}
          />
        }
        empty={<NoProducts view={view} onViewChange={onViewChange} />}
      />
      {dialog}
    </>
  )
}

const statusOptions = [
  { value: 'all', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'archived', label: 'Archived' },
] as const

/** The products with their menus, and the open dialog. */
function useProductRows(products: readonly Product[] | undefined) {
  const { role } = useOrganization()
  const [asked, setAsked] = useState<Product | null>(null)
  const mayWrite = mayIn(role, 'catalog', 'write')
  const rows = useMemo(
    () =>
      products?.map((product) => ({
        product,
        ...(mayWrite && { onArchive: () => setAsked(product) }),
      })),
    [products, mayWrite],
  )
  useKeptFocus(asked !== null)
  const dialog = asked && <ArchiveDialog product={asked} onClose={() => setAsked(null)} />
  return { rows, dialog }
}
