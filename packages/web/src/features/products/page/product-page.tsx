import Check from 'lucide-react/icons/check'
import { benefitTypeLooks } from '../../../lib/benefit-types.ts'
import { priceLine } from '../../../lib/price-words.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { Copyable } from '../../../ui/copyable.tsx'
import { Entries, Entry } from '../../../ui/entries.tsx'
import { Markdown } from '../../../ui/markdown.tsx'
import { WithSide } from '../../../ui/with-side.tsx'
import type { Product } from '../product-queries.ts'
import { ProductFacts } from './product-facts.tsx'

/** A product with all that belongs to it. */
export function ProductPage({ product }: { product: Product }) {
  const { description, medias } = product
  return (
    <WithSide label="Facts" side={<ProductFacts product={product} />}>
      <Prices product={product} />
      {description !== null && (
        <Card title="Description">
          <Markdown text={description} />
        </Card>
      )}
      <Benefits product={product} />
      <Fields product={product} />
      {medias.length > 0 && (
        <Card title="Media">
          <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
            {medias.map(({ id, name, publicUrl }) => (
              <li key={id}>
                <img src={publicUrl} alt={name} className={pictureLook} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </WithSide>
  )
}

function Prices({ product: { prices, recurringInterval } }: { product: Product }) {
  return (
    <Card flush title="Prices">
      <Entries count={prices.length} empty="It has no price.">
        {prices.map((price) => (
          <Entry
            key={price.id}
            title={<span className="wrap-anywhere">{priceLine(price, recurringInterval)}</span>}
          >
            <Copyable short text={price.id} what="price id" />
          </Entry>
        ))}
      </Entries>
    </Card>
  )
}

function Benefits({ product: { benefits } }: { product: Product }) {
  return (
    <Card flush title="Benefits">
      <Entries count={benefits.length} empty="Buyers get nothing automatically.">
        {benefits.map(({ id, type, description }) => (
          <Entry
            key={id}
            icon={<Check className="text-accent" />}
            title={<span className="wrap-anywhere">{description}</span>}
          >
            <span>{benefitTypeLooks[type].name}</span>
          </Entry>
        ))}
      </Entries>
    </Card>
  )
}

function Fields({ product: { attachedCustomFields } }: { product: Product }) {
  if (attachedCustomFields.length === 0) return null
  return (
    <Card flush title="Checkout fields">
      <Entries count={attachedCustomFields.length} empty={null}>
        {attachedCustomFields.map(({ customField, required }) => (
          <Entry
            key={customField.id}
            title={<span className="wrap-anywhere">{customField.name}</span>}
            badge={required && <Badge>required</Badge>}
          >
            <span>{customField.type}</span>
            <span className="font-mono">{customField.slug}</span>
          </Entry>
        ))}
      </Entries>
    </Card>
  )
}

const pictureLook = 'aspect-video w-full rounded-m border bg-sunken object-contain'
