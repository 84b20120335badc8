import { type ReactNode, useId, useState } from 'react'
import { MediaGallery } from '#/entities/product/media-gallery.tsx'
import { Button } from '#/ui/button.tsx'
import { Markdown } from '#/ui/markdown.tsx'
import { BenefitList } from './benefit-list.tsx'
import { PriceHero } from './price-hero.tsx'
import { SellerName } from './seller-name.tsx'
import type { Checkout } from './wire.ts'

interface OfferProps {
  checkout: Checkout
  /** Estimates while the server has not answered. */
  amount: number
  /** The product switch or the amount field. */
  children?: ReactNode
}

/** The product, its seller and its price. */
export function Offer({ checkout, amount, children }: OfferProps) {
  const { product, organization, currency } = checkout
  return (
    <div className="grid grid-cols-1 gap-5">
      <SellerName seller={organization} />
      <div>
        <h1 className="wrap-anywhere text-ink-2">{product.name}</h1>
        <PriceHero product={product} amount={amount} currency={currency} />
      </div>
      {children}
      <BenefitList label="What’s included" benefits={product.benefits} />
    </div>
  )
}

/** The pictures and the description of the product; null if it has neither. */
export function aboutProduct({ id, medias, description }: Checkout['product']): ReactNode {
  if (medias.length === 0 && description === null) return null
  return (
    <div key={id} className="grid grid-cols-1 gap-5">
      {medias.length > 0 && <MediaGallery medias={medias} />}
      {description !== null && <Description text={description} />}
    </div>
  )
}

const shortLengthMax = 320

/** Collapses a long description, so that the form stays near the top on phones. */
function Description({ text }: { text: string }) {
  const id = useId()
  const [isWhole, setWhole] = useState(text.length <= shortLengthMax)
  const description = <Markdown text={text} level={2} className="text-ink-2" />
  if (text.length <= shortLengthMax) return description
  return (
    <div className="grid justify-items-start gap-1">
      <div id={id} className={isWhole ? 'w-full' : 'max-h-30 w-full overflow-hidden'}>
        <div inert={!isWhole}>{description}</div>
      </div>
      <Button
        variant="ghost"
        size="s"
        className="-ml-2"
        aria-expanded={isWhole}
        aria-controls={id}
        onClick={() => setWhole(!isWhole)}
      >
        {isWhole ? 'Show less' : 'Show more'}
      </Button>
    </div>
  )
}
