import {
  boundsText,
  type Interval,
  meteredPricesOf,
  type PriceFacts,
  type StaticPrice,
  staticPriceOf,
} from '#/entities/product/price-text.ts'
import { UsageLines } from '#/entities/product/usage-lines.tsx'
import { formatMoney, formatPrice } from '#/lib/format.ts'

interface PriceHeroProps {
  prices: readonly PriceFacts[]
  interval: Interval
}

/** The price in large type. */
export function PriceHero({ prices, interval }: PriceHeroProps) {
  const staticPrice = staticPriceOf(prices)
  const metered = meteredPricesOf(prices)
  const isPaid = prices.some(({ amountType }) => amountType !== 'free')
  const notes = [
    ...(interval === null || !isPaid ? [] : [`per ${interval}`]),
    ...(staticPrice?.amountType === 'custom' ? boundsOf(staticPrice) : []),
    ...(metered.length > 0 && staticPrice !== undefined ? ['plus usage'] : []),
  ]
  return (
    <>
      <p className={heroClasses(staticPrice)}>{heroText(staticPrice, metered.length > 0)}</p>
      {notes.length > 0 && <p className="text-ink-2">{notes.join(', ')}</p>}
      <UsageLines metered={metered} interval={interval} />
    </>
  )
}

/** Amounts are larger than sentences. */
const heroClasses = (staticPrice: StaticPrice | undefined): string =>
  staticPrice?.amountType === 'fixed' || staticPrice?.amountType === 'free'
    ? 'text-hero figures'
    : 'text-figure'

function heroText(staticPrice: StaticPrice | undefined, isMetered: boolean): string {
  switch (staticPrice?.amountType) {
    case 'fixed':
      return formatMoney(staticPrice.priceAmount, staticPrice.priceCurrency)
    case 'custom':
      return staticPrice.presetAmount === null
        ? 'Pay what you want'
        : `Pay what you want: ${formatPrice(staticPrice.presetAmount, staticPrice.priceCurrency)}`
    case 'free':
      return 'Free'
    case undefined:
      return isMetered ? 'Pay for what you use' : '—'
  }
}

const boundsOf = (price: Extract<PriceFacts, { amountType: 'custom' }>): string[] =>
  boundsText({ ...price, presetAmount: null })
