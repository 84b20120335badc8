import { Badge } from '#/ui/badge.tsx'

interface ProductCellProps {
  product: { readonly name: string; readonly isArchived: boolean }
}

export function ProductCell({ product }: ProductCellProps) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 wrap-anywhere">
      {product.name}
      {product.isArchived && <Badge>archived</Badge>}
    </span>
  )
}
