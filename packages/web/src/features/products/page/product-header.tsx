import { Link, useNavigate } from '@tanstack/react-router'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Pencil from 'lucide-react/icons/pencil'
import { type ReactNode, useState } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { intervalText, priceLabel } from '#/entities/product/price-text.ts'
import { VisibilityBadge } from '#/entities/product/visibility-badge.tsx'
import { ArchiveDialog } from '#/features/products/archive-dialog.tsx'
import { ProductActions } from '#/features/products/list/product-menu.tsx'
import type { Product } from '#/features/products/product-queries.ts'
import { Badge } from '#/ui/badge.tsx'
import { buttonClasses } from '#/ui/button-classes.ts'
import { IconButton } from '#/ui/icon-button.tsx'
import { Menu } from '#/ui/menu.tsx'
import { Status } from '#/ui/status.tsx'
import { useShortcut } from '#/ui/use-shortcut.ts'
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
  const { role } = useOrganization()
  const [isAsking, setAsking] = useState(false)
  const mayWrite = mayIn(role, 'catalog', 'write')
  const more = (
    <IconButton label="More actions" variant="default">
      <Ellipsis aria-hidden="true" />
    </IconButton>
  )
  return (
    <>
      {!product.isArchived && <TestPurchase product={product} buyer={buyer} />}
      {mayWrite && <Edit product={product} />}
      {share}
      <Menu trigger={more} align="end">
        <ProductActions
          product={product}
          onArchive={mayWrite ? () => setAsking(true) : undefined}
        />
      </Menu>
      {isAsking && <ArchiveDialog product={product} onClose={() => setAsking(false)} />}
    </>
  )
}

function Edit({ product }: { product: Product }) {
  const { slug } = useOrganization()
  const navigate = useNavigate()
  const link = {
    to: '/dashboard/$slug/products/$productId/edit',
    params: { slug, productId: product.id },
  } as const
  // A failed navigation shows the error page, so it isn’t awaited.
  useShortcut('e', () => void navigate(link))
  return (
    <Link {...link} className={buttonClasses({})}>
      <Pencil aria-hidden="true" /> Edit
    </Link>
  )
}
