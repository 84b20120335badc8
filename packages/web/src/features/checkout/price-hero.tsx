import {
  type Interval,
  meteredPricesOf,
  type StaticPrice,
  staticPriceOf,
} from '#/entities/product/price-text.ts'
import { UsageLines } from '#/entities/product/usage-lines.tsx'
import { formatMoney } from '#/lib/format.ts'
import type { Product } from './wire.ts'

interface PriceHeroProps {
  product: Product
  /** What the buyer pays if the product has a static price. */
  amount: number
  currency: string
}

function periodNote(staticPrice: StaticPrice | undefined, interval: Interval): string[] {
  if (interval === null || staticPrice?.amountType === 'free') return []
  return [staticPrice === undefined ? `billed each ${interval}` : `per ${interval}`]
}

/** The price in large type. */
export function PriceHero({ product, amount, currency }: PriceHeroProps) {
  const { prices, recurringInterval: interval } = product
  const staticPrice = staticPriceOf(prices)
  const metered = meteredPricesOf(prices)
  const notes = [
    ...periodNote(staticPrice, interval),
    ...(metered.length > 0 && staticPrice !== undefined ? ['plus usage'] : []),
  ]
  return (
    <>
      <p className={staticPrice === undefined ? 'text-figure' : 'figures text-hero'}>
        {staticPrice === undefined && 'Pay for what you use'}
        {staticPrice?.amountType === 'free' && 'Free'}
        {staticPrice !== undefined &&
          staticPrice.amountType !== 'free' &&
          formatMoney(amount, currency.toUpperCase())}
      </p>
      {notes.length > 0 && <p className="text-ink-2">{notes.join(', ')}</p>}
      <UsageLines metered={metered} interval={interval} />
    </>
  )
}
