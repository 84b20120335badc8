import type { LinkProps } from '@tanstack/react-router'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { type ReactNode, useState } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { intervalText, priceLabel } from '#/entities/product/price-text.ts'
import { VisibilityBadge } from '#/entities/product/visibility-badge.tsx'
import { ArchiveDialog } from '#/features/products/archive-dialog.tsx'
import { ProductItems, useProductActions } from '#/features/products/list/product-menu.tsx'
import type { Product } from '#/features/products/product-queries.ts'
import { ActionButton } from '#/ui/action-controls.tsx'
import { Badge } from '#/ui/badge.tsx'
import { IconButton } from '#/ui/icon-button.tsx'
import { Menu } from '#/ui/menu.tsx'
import { usePageActions } from '#/ui/page-actions.ts'
import { Status } from '#/ui/status.tsx'
import { type TestBuyer, TestPurchase } from './test-purchase.tsx'

/** Shown next to the product’s name. */
export function ProductBadges({ product }: { product: Product }) {
  return (
    <>
      <Badge>{intervalText(product.recurringInterval)}</Badge>
      <VisibilityBadge product={product} />
      {product.isArchived && <Status state="archived" />}
      <span className="text-s text-ink-2">{priceLabel(product)}</span>
    </>
  )
}

interface ProductHeaderActionsProps {
  product: Product
  buyer: TestBuyer
  /** Shares it; nothing where it can’t be bought by a link. */
  share: ReactNode
}

export function ProductHeaderActions({ product, buyer, share }: ProductHeaderActionsProps) {
  const { slug, role } = useOrganization()
  const [isAsking, setAsking] = useState(false)
  const mayWrite = mayIn(role, 'catalog', 'write')
  const onArchive = mayWrite ? () => setAsking(true) : undefined
  const further = useProductActions({ product, onArchive })
  const { changes, copyId, archiving } = further
  const edit = changes.find(({ shortcut }) => shortcut === 'e')
  usePageActions('This product', [...changes, ...archiving, copyId])
  const more = (
    <IconButton label="More actions" variant="default">
      <Ellipsis aria-hidden="true" />
    </IconButton>
  )
  return (
    <>
      {!product.isArchived && <TestPurchase product={product} buyer={buyer} />}
      {edit && <ActionButton action={edit} link={linkTo(slug, product)} />}
      {share}
      <Menu trigger={more} align="end">
        <ProductItems {...further} />
      </Menu>
      {isAsking && <ArchiveDialog product={product} onClose={() => setAsking(false)} />}
    </>
  )
}

const linkTo = (slug: string, { id }: Product): LinkProps => ({
  to: '/dashboard/$slug/products/$productId/edit',
  params: { slug, productId: id },
})
