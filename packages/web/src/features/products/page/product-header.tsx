import { Link, useNavigate } from '@tanstack/react-router'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Pencil from 'lucide-react/icons/pencil'
import { useState } from 'react'
import { useOrganization } from '../../../lib/current-organization.tsx'
import { intervalWords, priceLabel } from '../../../lib/price-words.ts'
import { mayIn } from '../../../lib/roles.ts'
import { Badge } from '../../../ui/badge.tsx'
import { buttonLook } from '../../../ui/button-look.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { Status } from '../../../ui/status.tsx'
import { useShortcut } from '../../../ui/use-shortcut.ts'
import { ArchiveDialog } from '../archive-dialog.tsx'
import { ProductActions } from '../list/product-menu.tsx'
import type { Product } from '../product-queries.ts'

/** Beside a product's name. */
export function ProductBadges({ product }: { product: Product }) {
  return (
    <>
      <Badge>{intervalWords(product.recurringInterval)}</Badge>
      {product.isArchived && <Status state="archived" />}
      <span className="text-s text-ink-2">{priceLabel(product)}</span>
    </>
  )
}

export function ProductDeeds({ product }: { product: Product }) {
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
      {mayWrite && <Edit product={product} />}
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
  // A navigation that fails shows the error page; there is nothing to wait for here.
  useShortcut('e', () => void navigate(link))
  return (
    <Link {...link} className={buttonLook({ variant: 'primary' })}>
      <Pencil aria-hidden="true" /> Edit
    </Link>
  )
}
