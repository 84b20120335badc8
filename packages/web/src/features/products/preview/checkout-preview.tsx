import Check from 'lucide-react/icons/check'
import { CustomFieldInput } from '#/entities/custom-field/custom-field-input.tsx'
import { MediaGallery } from '#/entities/product/media-gallery.tsx'
import type { Interval, PriceFacts } from '#/entities/product/price-text.ts'
import type { Benefit, CustomField } from '#/features/products/product-queries.ts'
import { Avatar } from '#/ui/avatar.tsx'
import { Logo } from '#/ui/logo.tsx'
import { Markdown } from '#/ui/markdown.tsx'
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

/** A preview of the product side of the checkout. */
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
        <p className="wrap-anywhere text-ink-2">{name.trim() || 'Product name'}</p>
        <PriceHero prices={prices} interval={interval} />
      </div>
      {medias.length > 0 && <MediaGallery medias={medias} />}
      {benefits.length > 0 && (
        <ul aria-label="What’s included" className="grid gap-2.5">
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
          <p className="text-s text-ink-2">Checkout fields</p>
          {/* Input in the preview is ignored. */}
          <div inert className="grid gap-4">
            {fields.map(({ field, required }) => (
              <CustomFieldInput
                key={field.id}
                asked={field}
                name={field.name}
                required={required}
              />
            ))}
          </div>
        </div>
      )}
    </div>
  )
}
