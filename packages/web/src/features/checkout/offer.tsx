import { type ReactNode, useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { MediaSlides } from '../../ui/media-slides.tsx'
import { BenefitList } from './benefit-list.tsx'
import { PriceHero } from './price-hero.tsx'
import { SellerName } from './seller-name.tsx'
import type { Checkout } from './wire.ts'

interface OfferProps {
  checkout: Checkout
  /** As far as it’s known before the server says so. */
  amount: number
  /** To choose another product, or what to pay. */
  children?: ReactNode
}

/** What is sold, by whom, and what for. */
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
      <BenefitList label="What is in it" benefits={product.benefits} />
    </div>
  )
}

/** Its pictures, and what the seller wrote; null where there is neither. */
export function aboutProduct({ id, medias, description }: Checkout['product']): ReactNode {
  if (medias.length === 0 && description === null) return null
  return (
    <div className="grid grid-cols-1 gap-5">
      {medias.length > 0 && <MediaSlides key={id} medias={medias} />}
      {description !== null && <Description key={id} text={description} />}
    </div>
  )
}

const shortLengthMax = 320

/** A long one is cut, so that on a phone the form isn’t far below it. */
function Description({ text }: { text: string }) {
  const id = useId()
  const [isWhole, setWhole] = useState(text.length <= shortLengthMax)
  if (text.length <= shortLengthMax) return <Markdown text={text} className="text-ink-2" />
  return (
    <div className="grid justify-items-start gap-1">
      <div id={id} className={isWhole ? 'w-full' : 'max-h-30 w-full overflow-hidden'}>
        <div inert={!isWhole}>
          <Markdown text={text} className="text-ink-2" />
        </div>
      </div>
      <Button
        variant="ghost"
        size="s"
        className="-ml-2"
        aria-expanded={isWhole}
        aria-controls={id}
        onClick={() => setWhole(!isWhole)}
      >
        {isWhole ? 'Show less' : 'Read on'}
      </Button>
    </div>
  )
}
