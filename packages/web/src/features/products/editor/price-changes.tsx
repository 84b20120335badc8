import { useQuery } from '@tanstack/react-query'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { metersToChoose } from '#/entities/meter/meters-to-choose.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { type Interval, type PriceFacts, priceLine } from '#/entities/product/price-text.ts'
import type { Product } from '#/features/products/product-queries.ts'
import { Banner } from '#/ui/banner.tsx'
import { factsOf, planPrices } from './price-plan.ts'
import type { ProductForm } from './product-form.ts'

interface PriceChangesProps {
  form: UseFormReturn<ProductForm>
  existing: Product
}

/** The effect of saving on prices and existing subscribers. */
export function PriceChanges({ form, existing }: PriceChangesProps) {
  const { id } = useOrganization()
  const { data: meters = [] } = useQuery(metersToChoose(id))
  const [interval, staticPrice, metered] = useWatch({
    control: form.control,
    name: ['interval', 'staticPrice', 'metered'],
  })
  const { added, archived } = planPrices(existing.prices, { interval, staticPrice, metered })
  if (added.length === 0 && archived.length === 0) return null
  const coming = added.flatMap((price) => factsOf(price, meters) ?? [])
  const { recurringInterval } = existing
  return (
    <Banner tone="warn" title={keepersText(recurringInterval)}>
      <ul aria-label="What changes" className="mt-1.5 grid gap-1">
        {archived.map((price) => (
          <Change key={price.id} verb="Archived" price={price} interval={recurringInterval} />
        ))}
        {coming.map((price) => (
          <Change
            key={priceLine(price, recurringInterval)}
            verb="Added"
            price={price}
            interval={recurringInterval}
          />
        ))}
      </ul>
    </Banner>
  )
}

const keepersText = (interval: Interval): string =>
  interval === null
    ? 'The new price applies only to new purchases.'
    : 'Existing subscribers keep their price. The new price applies only to new subscribers.'

interface ChangeProps {
  verb: string
  price: PriceFacts
  interval: Interval
}

function Change({ verb, price, interval }: ChangeProps) {
  return (
    <li>
      <span className="text-ink-2">{verb}:</span> {priceLine(price, interval)}
    </li>
  )
}
