import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Link2 from 'lucide-react/icons/link-2'
import Share2 from 'lucide-react/icons/share-2'
import { type ReactNode, useState } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { failureMessage } from '#/lib/failure-message.ts'
import { Badge } from '#/ui/badge.tsx'
import { Card } from '#/ui/card.tsx'
import { Entries, Entry } from '#/ui/entries.tsx'
import { IconButton } from '#/ui/icon-button.tsx'
import { linkClasses } from '#/ui/link-classes.ts'
import { DayOf } from '#/ui/time.tsx'
import { type CheckoutLink, type ProductId, productLinksQuery } from './link-queries.ts'
import { isSoldOut, linkName, productNames } from './link-text.ts'
import { ShareLinkDialog } from './share-link-dialog.tsx'

interface ProductLinksProps {
  productId: ProductId
  /** Why there are none, and what to do. */
  empty: ReactNode
}

const shownMax = 5

/** The newest checkout links that offer a product. */
export function ProductLinks({ productId, empty }: ProductLinksProps) {
  const { id, slug } = useOrganization()
  const [shared, setShared] = useState<CheckoutLink | null>(null)
  const { data, error } = useQuery(productLinksQuery(id, productId))
  const all = (
    <Link
      to="/dashboard/$slug/checkout-links"
      params={{ slug }}
      search={{ product: productId }}
      className={`${linkClasses} text-s`}
    >
      All links
      <span className="sr-only"> of this product</span>
    </Link>
  )
  return (
    <Card flush title="Checkout links" actions={data !== undefined && data.length > 0 && all}>
      <Entries count={data?.length ?? null} failure={error && failureMessage(error)} empty={empty}>
        {data?.slice(0, shownMax).map((link) => (
          <LinkEntry key={link.id} link={link} onShare={() => setShared(link)} />
        ))}
      </Entries>
      {shared !== null && <ShareLinkDialog link={shared} onClose={() => setShared(null)} />}
    </Card>
  )
}

function LinkEntry({ link, onShare }: { link: CheckoutLink; onShare: () => void }) {
  const { products, discount, createdAt } = link
  return (
    <Entry
      icon={<Link2 />}
      title={<span className="wrap-anywhere">{linkName(link)}</span>}
      badge={isSoldOut(link) && <Badge>nothing available</Badge>}
      action={
        <IconButton size="s" label={`Share ${linkName(link)}`} onClick={onShare}>
          <Share2 aria-hidden="true" />
        </IconButton>
      }
    >
      {link.label !== null && <span className="wrap-anywhere">{productNames(products)}</span>}
      {discount !== null && <span className="wrap-anywhere">{discount.name}</span>}
      <span>
        <DayOf at={createdAt} />
      </span>
    </Entry>
  )
}
