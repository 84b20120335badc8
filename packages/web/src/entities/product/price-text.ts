import type { recurringIntervals } from '@guildhall/contract/catalog/prices'
import { formatPrice, formatUnitAmount } from '#/lib/format.ts'

/** The parts of a price that are formatted; unsaved prices have them too. */
export type PriceFacts =
  | { amountType: 'fixed'; priceCurrency: string; priceAmount: number }
  | {
      amountType: 'custom'
      priceCurrency: string
      minimumAmount: number | null
      maximumAmount: number | null
      presetAmount: number | null
    }
  | { amountType: 'free' }
  | {
      amountType: 'metered_unit'
      priceCurrency: string
      unitAmount: string
      capAmount: number | null
      meter: { name: string }
    }

export type StaticPrice = Exclude<PriceFacts, { amountType: 'metered_unit' }>
export type MeteredPrice = Extract<PriceFacts, { amountType: 'metered_unit' }>
export type Interval = (typeof recurringIntervals)[number] | null

interface Priced {
  prices: readonly PriceFacts[]
  recurringInterval: Interval
}

export const staticPriceOf = (prices: readonly PriceFacts[]): StaticPrice | undefined =>
  prices.find((price) => price.amountType !== 'metered_unit')

export const meteredPricesOf = (prices: readonly PriceFacts[]): MeteredPrice[] =>
  prices.filter((price) => price.amountType === 'metered_unit')

/** "$29 / month", "Pay what you want", "$5 / month + metered". */
export function priceLabel({ prices, recurringInterval }: Priced): string {
  const staticPrice = staticPriceOf(prices)
  const isMetered = prices.some(({ amountType }) => amountType === 'metered_unit')
  if (staticPrice === undefined) return 'Metered'
  const label = `${staticPriceLabel(staticPrice)}${perInterval(staticPrice, recurringInterval)}`
  return isMetered ? `${label} + metered` : label
}

function staticPriceLabel(price: StaticPrice): string {
  switch (price.amountType) {
    case 'fixed':
      return formatPrice(price.priceAmount, price.priceCurrency)
    case 'custom':
      return 'Pay what you want'
    case 'free':
      return 'Free'
  }
}

function perInterval({ amountType }: StaticPrice, interval: Interval): string {
  return interval === null || amountType === 'free' ? '' : ` / ${interval}`
}

/** A price on a line of its own. */
export function priceLine(price: PriceFacts, interval: Interval): string {
  if (price.amountType === 'metered_unit') return meteredLine(price, interval)
  const label = `${staticPriceLabel(price)}${perInterval(price, interval)}`
  return price.amountType === 'custom' ? [label, ...boundsText(price)].join(', ') : label
}

/** "$0.005 per unit of API calls, at most $100 a month". */
export function meteredLine(price: MeteredPrice, interval: Interval): string {
  const { unitAmount, capAmount, priceCurrency, meter } = price
  const line = `${formatUnitAmount(unitAmount, priceCurrency)} per unit of ${meter.name}`
  if (capAmount === null) return line
  const cap = formatPrice(capAmount, priceCurrency)
  return `${line}, at most ${cap}${interval === null ? '' : ` a ${interval}`}`
}

/** "at least $5", "at most $100", "$20 suggested". */
export function boundsText(price: Extract<PriceFacts, { amountType: 'custom' }>): string[] {
  const { minimumAmount, maximumAmount, presetAmount, priceCurrency } = price
  const money = (amount: number) => formatPrice(amount, priceCurrency)
  return [
    ...(minimumAmount === null ? [] : [`at least ${money(minimumAmount)}`]),
    ...(maximumAmount === null ? [] : [`at most ${money(maximumAmount)}`]),
    ...(presetAmount === null ? [] : [`${money(presetAmount)} suggested`]),
  ]
}

/** The billing interval as text. */
export const intervalText = (interval: Interval): string =>
  interval === null ? 'One-time' : { month: 'Monthly', year: 'Yearly' }[interval]
