import Check from 'lucide-react/icons/check'
import type { Interval, PriceFacts } from '../../../lib/price-words.ts'
import { AskedField } from '../../../ui/asked-field.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Logo } from '../../../ui/logo.tsx'
import { Markdown } from '../../../ui/markdown.tsx'
import { MediaSlides } from '../../../ui/media-slides.tsx'
import type { Benefit, CustomField } from '../product-queries.ts'
import { PriceHero } from './price-hero.tsx'

interface CheckoutPreviewProps {
  seller: { name: string; logo: string | null }
  name: string
  description: string
  interval: Interval
  prices: readonly PriceFacts[]
  medias: readonly { id: string; publicUrl: string }[]
  benefits: readonly Pick<Benefit, 'id' | 'description'>[]
  fields: readonly { field: CustomField; required: boolean }[]
}

/** What a buyer will see of a product: the first half of the checkout. */
export function CheckoutPreview(props: CheckoutPreviewProps) {
  const { seller, name, description, interval, prices, medias, benefits, fields } = props
  return (
    <div className="grid grid-cols-1 gap-5">
      <p className="flex items-center gap-2.5 font-semibold">
        {seller.logo ? (
          <Avatar square key={seller.logo} name={seller.name} src={seller.logo} />
        ) : (
          <Logo name={seller.name} />
        )}
        <span className="min-w-0 wrap-anywhere">{seller.name}</span>
      </p>
      <div>
        <p className="wrap-anywhere text-ink-2">{name.trim() || 'Name of the product'}</p>
        <PriceHero prices={prices} interval={interval} />
      </div>
      {medias.length > 0 && <MediaSlides medias={medias} />}
      {benefits.length > 0 && (
        <ul aria-label="What is in it" className="grid gap-2.5">
          {benefits.map((benefit) => (
            <li key={benefit.id} className="flex gap-2.5">
              <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-accent" />
              <span className="min-w-0 wrap-anywhere">{benefit.description}</span>
            </li>
          ))}
        </ul>
      )}
      {description.trim() !== '' && <Markdown text={description} className="text-ink-2" />}
      {fields.length > 0 && (
        <div className="grid gap-4 rounded-l border bg-surface p-4">
          <p className="text-s text-ink-2">Asked before paying</p>
          {/* To look at only: what is typed here goes nowhere. */}
          <div inert className="grid gap-4">
            {fields.map(({ field, required }) => (
              <AskedField key={field.id} asked={field} name={field.name} required={required} />
            ))}
          </div>
        </div>
      )}
    </div>
  )
}
