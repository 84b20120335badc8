import Check from 'lucide-react/icons/check'
import type { ReactNode } from 'react'
import { benefitTypeDetails } from '#/entities/benefit/benefit-types.ts'
import { priceLine } from '#/entities/product/price-text.ts'
import type { Product } from '#/features/products/product-queries.ts'
import { Badge } from '#/ui/badge.tsx'
import { Card } from '#/ui/card.tsx'
import { Copyable } from '#/ui/copyable.tsx'
import { Entries, Entry } from '#/ui/entries.tsx'
import { Markdown } from '#/ui/markdown.tsx'
import { WithSide } from '#/ui/with-side.tsx'
import { BenefitsProgress } from './benefits-progress.tsx'
import { ProductFacts } from './product-facts.tsx'
import { ProductFigures } from './product-figures.tsx'

interface ProductPageProps {
  product: Product
  /** Where it is sold, and who bought it. */
  sales: ReactNode
}

/** A product with all its parts. */
export function ProductPage({ product, sales }: ProductPageProps) {
  const { description, medias } = product
  return (
    <WithSide label="Details" side={<ProductFacts product={product} />}>
      <ProductFigures product={product} />
      {sales}
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
                <img src={publicUrl} alt={name} className={pictureClasses} />
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
      <Entries count={prices.length} empty="No prices.">
        {prices.map((price) => (
          <Entry
            key={price.id}
            title={<span className="wrap-anywhere">{priceLine(price, recurringInterval)}</span>}
          >
            <Copyable short text={price.id} what="price ID" />
          </Entry>
        ))}
      </Entries>
    </Card>
  )
}

function Benefits({ product }: { product: Product }) {
  const { benefits } = product
  return (
    <Card flush title="Benefits">
      <BenefitsProgress key={product.id} product={product} />
      <Entries count={benefits.length} empty="No benefits.">
        {benefits.map(({ id, type, description }) => (
          <Entry
            key={id}
            icon={<Check className="text-accent" />}
            title={<span className="wrap-anywhere">{description}</span>}
          >
            <span>{benefitTypeDetails[type].name}</span>
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

const pictureClasses = 'aspect-video w-full rounded-m border bg-sunken object-contain'
