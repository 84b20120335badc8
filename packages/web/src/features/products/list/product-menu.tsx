import { useNavigate } from '@tanstack/react-router'
import Archive from 'lucide-react/icons/archive'
import ArchiveRestore from 'lucide-react/icons/archive-restore'
import Copy from 'lucide-react/icons/copy'
import CopyPlus from 'lucide-react/icons/copy-plus'
import Pencil from 'lucide-react/icons/pencil'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import type { Product } from '#/features/products/product-queries.ts'
import { MenuSeparator } from '#/ui/menu.tsx'
import { RowAction, RowMenu } from '#/ui/row-menu.tsx'
import { useCopy } from '#/ui/use-copy.ts'

export interface ProductMenuProps {
  product: Product
  /** Undefined for read-only members. */
  onArchive?: (() => void) | undefined
}

export function ProductMenu({ product, onArchive }: ProductMenuProps) {
  return (
    <RowMenu of={product.name}>
      <ProductActions product={product} onArchive={onArchive} />
    </RowMenu>
  )
}

/** The actions on a product, for list rows and its page. */
export function ProductActions({ product, onArchive }: ProductMenuProps) {
  const { slug } = useOrganization()
  const navigate = useNavigate()
  const copy = useCopy()
  const params = { slug, productId: product.id }
  return (
    <>
      {onArchive && (
        <>
          <RowAction
            icon={<Pencil />}
            // A failed navigation shows the error page, so it isn’t awaited.
            onSelect={() =>
              void navigate({ to: '/dashboard/$slug/products/$productId/edit', params })
            }
          >
            Edit
          </RowAction>
          <RowAction
            icon={<CopyPlus />}
            onSelect={() =>
              void navigate({
                to: '/dashboard/$slug/products/new',
                params: { slug },
                search: { from: product.id },
              })
            }
          >
            Duplicate
          </RowAction>
        </>
      )}
      <RowAction icon={<Copy />} onSelect={() => void copy(product.id, 'ID')}>
        Copy ID
      </RowAction>
      {onArchive && (
        <>
          <MenuSeparator />
          <RowAction
            icon={product.isArchived ? <ArchiveRestore /> : <Archive />}
            onSelect={onArchive}
          >
            {product.isArchived ? 'Unarchive…' : 'Archive…'}
          </RowAction>
        </>
      )}
    </>
  )
}
