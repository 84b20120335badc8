import { priceLabel } from '#/entities/product/price-text.ts'
import { VisibilityBadge } from '#/entities/product/visibility-badge.tsx'
import { pictureOf } from '#/features/products/product-picture.ts'
import { Avatar } from '#/ui/avatar.tsx'
import { Status } from '#/ui/status.tsx'
import { tableColumns } from '#/ui/table-features.ts'
import { Time } from '#/ui/time.tsx'
import { ProductMenu, type ProductMenuProps } from './product-menu.tsx'

const column = tableColumns<ProductMenuProps>()

export const productColumns = column.columns([
  column.accessor((row) => row.product.name, {
    id: 'name',
    header: 'Name',
    cell: ({ row }) => <Named {...row.original} />,
  }),
  column.accessor((row) => priceLabel(row.product), {
    id: 'price_amount',
    header: 'Price',
    meta: { onlyWide: true },
    cell: ({ row }) => <span className="figures">{priceLabel(row.original.product)}</span>,
  }),
  column.accessor((row) => row.product.createdAt, {
    id: 'created_at',
    header: 'Created',
    meta: { align: 'end', onlyWide: true },
    cell: ({ row }) => (
      <span className="text-ink-3">
        <Time at={row.original.product.createdAt} focusable={false} />
      </span>
    ),
  }),
  column.display({
    id: 'actions',
    header: () => <span className="sr-only">Actions</span>,
    meta: { align: 'end' },
    cell: ({ row }) => <ProductMenu {...row.original} />,
  }),
])

function Named({ product }: ProductMenuProps) {
  return (
    <span className="flex items-center gap-3">
      <Avatar square size="m" name={product.name} src={pictureOf(product)} />
      <span className="min-w-0">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-medium wrap-anywhere">{product.name}</span>
          <VisibilityBadge product={product} />
          {product.isArchived && <Status state="archived" />}
        </span>
        <span className="block text-xs text-ink-3 md:hidden">{priceLabel(product)}</span>
      </span>
    </span>
  )
}
