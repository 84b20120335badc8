import { useNavigate } from '@tanstack/react-router'
import Archive from 'lucide-react/icons/archive'
import ArchiveRestore from 'lucide-react/icons/archive-restore'
import Copy from 'lucide-react/icons/copy'
import CopyPlus from 'lucide-react/icons/copy-plus'
import Pencil from 'lucide-react/icons/pencil'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import type { Product } from '#/features/products/product-queries.ts'
import { ActionItems } from '#/ui/action-controls.tsx'
import { MenuSeparator } from '#/ui/menu.tsx'
import type { PageAction } from '#/ui/page-actions.ts'
import { RowMenu } from '#/ui/row-menu.tsx'
import { useCopy } from '#/ui/use-copy.ts'

export interface ProductMenuProps {
  product: Product
  /** Undefined for read-only members. */
  onArchive?: (() => void) | undefined
}

export function ProductMenu(props: ProductMenuProps) {
  return (
    <RowMenu of={props.product.name}>
      <ProductItems {...useProductActions(props)} />
    </RowMenu>
  )
}

interface ProductActions {
  changes: readonly PageAction[]
  copyId: PageAction
  archiving: readonly PageAction[]
}

/** The actions on a product, for list rows and its page. */
export function useProductActions({ product, onArchive }: ProductMenuProps): ProductActions {
  const { slug } = useOrganization()
  const navigate = useNavigate()
  const copy = useCopy()
  const { id, isArchived } = product
  // A failed navigation shows the error page, so it isn’t awaited.
  const edit: PageAction = {
    label: 'Edit',
    icon: <Pencil aria-hidden="true" />,
    shortcut: 'e',
    run: () =>
      void navigate({
        to: '/dashboard/$slug/products/$productId/edit',
        params: { slug, productId: id },
      }),
  }
  const duplicate: PageAction = {
    label: 'Duplicate',
    icon: <CopyPlus />,
    run: () =>
      void navigate({
        to: '/dashboard/$slug/products/new',
        params: { slug },
        search: { from: id },
      }),
  }
  const archive = {
    label: isArchived ? 'Unarchive' : 'Archive',
    asks: true,
    icon: isArchived ? <ArchiveRestore /> : <Archive />,
  }
  return {
    changes: onArchive ? [edit, duplicate] : [],
    copyId: { label: 'Copy ID', icon: <Copy />, run: () => void copy(id, 'ID') },
    archiving: onArchive ? [{ ...archive, run: onArchive }] : [],
  }
}

export function ProductItems({ changes, copyId, archiving }: ProductActions) {
  return (
    <>
      <ActionItems actions={changes} />
      <ActionItems actions={[copyId]} />
      {archiving.length > 0 && <MenuSeparator />}
      <ActionItems actions={archiving} />
    </>
  )
}
