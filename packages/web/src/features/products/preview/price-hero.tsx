import { formatMoney, formatPrice } from '../../../lib/format.ts'
import {
  boundsWords,
  type Interval,
  meteredPricesOf,
  type PriceFacts,
  type StandingPrice,
  standingPriceOf,
} from '../../../lib/price-words.ts'
import { UsageLines } from '../../../ui/usage-lines.tsx'

interface PriceHeroProps {
  prices: readonly PriceFacts[]
  interval: Interval
}

/** What it costs, as large as it matters. */
export function PriceHero({ prices, interval }: PriceHeroProps) {
  const standing = standingPriceOf(prices)
  const metered = meteredPricesOf(prices)
  const isPaid = prices.some(({ amountType }) => amountType !== 'free')
  const notes = [
    ...(interval === null || !isPaid ? [] : [`per ${interval}`]),
    ...(standing?.amountType === 'custom' ? boundsOf(standing) : []),
    ...(metered.length > 0 && standing !== undefined ? ['plus usage'] : []),
  ]
  return (
    <>
      <p className={heroLook(standing)}>{heroWords(standing, metered.length > 0)}</p>
      {notes.length > 0 && <p className="text-ink-2">{notes.join(', ')}</p>}
      <UsageLines metered={metered} interval={interval} />
    </>
  )
}

/** Amounts are large, sentences less so. */
const heroLook = (standing: StandingPrice | undefined): string =>
  standing?.amountType === 'fixed' || standing?.amountType === 'free'
    ? 'text-hero figures'
    : 'text-figure'

function heroWords(standing: StandingPrice | undefined, isMetered: boolean): string {
  switch (standing?.amountType) {
    case 'fixed':
      return formatMoney(standing.priceAmount, standing.priceCurrency)
    case 'custom':
      return standing.presetAmount === null
        ? 'Pay what you want'
        : `Pay what you want: ${formatPrice(standing.presetAmount, standing.priceCurrency)}`
    case 'free':
      return 'Free'
    case undefined:
      return isMetered ? 'Pay for what you use' : '—'
  }
}

const boundsOf = (price: Extract<PriceFacts, { amountType: 'custom' }>): string[] =>
  boundsWords({ ...price, presetAmount: null })
