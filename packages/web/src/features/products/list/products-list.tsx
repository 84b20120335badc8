import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useOrganization } from '../../../lib/current-organization.tsx'
import { mayIn } from '../../../lib/roles.ts'
import { useKeptFocus } from '../../../lib/use-kept-focus.ts'
import { ListCard } from '../../../ui/list-card.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { ArchiveDialog } from '../archive-dialog.tsx'
import { type Product, productsQuery } from '../product-queries.ts'
import {
  newestFirst,
  type ProductsView,
  readProductsView,
  standingOf,
  withStanding,
} from '../products-view.ts'
import { NoProducts } from './no-products.tsx'
import { productColumns } from './product-columns.tsx'
import type { ProductMenuProps } from './product-menu.tsx'

interface ProductsListProps {
  view: ProductsView
  /** Narrowing while typing replaces the address, a choice adds to the history. */
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
      <ListCard
        label="Products"
        columns={productColumns}
        rows={rows}
        total={data?.pagination.totalCount}
        rowId={({ product }) => product.id}
        rowHref={(row) => router.buildLocation(linkOf(row)).href}
        // A navigation that fails shows the error page; there is nothing to wait for here.
        onOpen={(row) => void navigate(linkOf(row))}
        view={view}
        onViewChange={(list, how) =>
          onViewChange(readProductsView({ ...list, show: view.show }), how)
        }
        sortedBy={newestFirst}
        search="Search products"
        filters={
          <Segmented
            label="Which products"
            options={standings}
            value={standingOf(view)}
            onChange={(standing) => onViewChange(withStanding(view, standing), { replace: false })}
          />
        }
        empty={<NoProducts view={view} onViewChange={onViewChange} />}
      />
      {dialog}
    </>
  )
}

const standings = [
  { value: 'all', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'archived', label: 'Archived' },
] as const

/** The products with what can be done about each, and the question that was asked for. */
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
