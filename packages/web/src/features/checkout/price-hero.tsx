import { formatMoney } from '../../lib/format.ts'
import { meteredPricesOf, standingPriceOf } from '../../lib/price-words.ts'
import { UsageLines } from '../../ui/usage-lines.tsx'
import type { Product } from './wire.ts'

interface PriceHeroProps {
  product: Product
  /** What the buyer pays for it, where it costs something by itself. */
  amount: number
  currency: string
}

/** What it costs, as large as it matters. */
export function PriceHero({ product, amount, currency }: PriceHeroProps) {
  const { prices, recurringInterval: interval } = product
  const standing = standingPriceOf(prices)
  const metered = meteredPricesOf(prices)
  const notes = [
    ...(interval === null || standing?.amountType === 'free' ? [] : [`per ${interval}`]),
    ...(metered.length > 0 && standing !== undefined ? ['plus usage'] : []),
  ]
  return (
    <>
      <p className={standing === undefined ? 'text-figure' : 'figures text-hero'}>
        {standing === undefined && 'Pay for what you use'}
        {standing?.amountType === 'free' && 'Free'}
        {standing !== undefined &&
          standing.amountType !== 'free' &&
          formatMoney(amount, currency.toUpperCase())}
      </p>
      {notes.length > 0 && <p className="text-ink-2">{notes.join(', ')}</p>}
      <UsageLines metered={metered} interval={interval} />
    </>
  )
}
