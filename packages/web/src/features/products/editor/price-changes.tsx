import { useQuery } from '@tanstack/react-query'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { metersToChoose } from '../../../lib/choices.ts'
import { useOrganization } from '../../../lib/current-organization.tsx'
import { type Interval, type PriceFacts, priceLine } from '../../../lib/price-words.ts'
import { Banner } from '../../../ui/banner.tsx'
import type { Product } from '../product-queries.ts'
import { factsOf, planPrices } from './price-plan.ts'
import type { ProductForm } from './product-form.ts'

interface PriceChangesProps {
  form: UseFormReturn<ProductForm>
  kept: Product
}

/** What becomes of the prices when this is saved, and of those who pay them. */
export function PriceChanges({ form, kept }: PriceChangesProps) {
  const { id } = useOrganization()
  const { data: meters = [] } = useQuery(metersToChoose(id))
  const [interval, standing, metered] = useWatch({
    control: form.control,
    name: ['interval', 'standing', 'metered'],
  })
  const { added, archived } = planPrices(kept.prices, { interval, standing, metered })
  if (added.length === 0 && archived.length === 0) return null
  const coming = added.flatMap((price) => factsOf(price, meters) ?? [])
  const { recurringInterval } = kept
  return (
    <Banner tone="warn" title={keepersWords(recurringInterval)}>
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

const keepersWords = (interval: Interval): string =>
  interval === null
    ? 'Only who buys from now on pays the new price.'
    : 'Whoever has subscribed keeps their price. Only new subscribers pay the new one.'

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
