import type { recurringIntervals } from '@guildhall/contract/catalog/prices'
import { formatExactQuantity, formatPrice, formatUnitAmount } from '#/lib/format.ts'

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
      pricing: Pricing
      includedUnits: string
      minimumAmount: number | null
      capAmount: number | null
      meter: { name: string }
    }

/** What units cost; amounts are in cents, as text with all their digits. */
export type Pricing =
  | { scheme: 'unit'; unitAmount: string }
  | { scheme: 'package'; packageUnits: string; packageAmount: string }
  | { scheme: 'graduated'; tiers: PriceTier[] }
  | { scheme: 'volume'; tiers: PriceTier[] }

interface PriceTier {
  upTo: string | null
  unitAmount: string
  flatAmount: string
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
  if (price.amountType === 'metered_unit') {
    return [meteredLine(price, interval), ...tierLines(price)].join('; ')
  }
  const label = `${staticPriceLabel(price)}${perInterval(price, interval)}`
  return price.amountType === 'custom' ? [label, ...boundsText(price)].join(', ') : label
}

/**
 * "$0.005 per unit of API calls, at most $100 a month", "First 1,000 units of API calls included,
 * then $0.10 per 100 units".
 */
export function meteredLine(price: MeteredPrice, interval: Interval): string {
  const { includedUnits, minimumAmount, capAmount, priceCurrency, meter } = price
  const each = eachText(price)
  const isTiered = tiersOf(price).length > 0
  const included = `First ${formatExactQuantity(includedUnits)} units of ${meter.name} included`
  const plain = isTiered ? `${meter.name} ${each}` : `${each} of ${meter.name}`
  const line = includedUnits === '0' ? plain : `${included}, then ${each}`
  const per = interval === null ? '' : ` a ${interval}`
  const limits = [
    ...(minimumAmount === null ? [] : [`at least ${formatPrice(minimumAmount, priceCurrency)}`]),
    ...(capAmount === null ? [] : [`at most ${formatPrice(capAmount, priceCurrency)}`]),
  ]
  return limits.length === 0 ? line : `${line}, ${limits.join(' and ')}${per}`
}

function eachText({ pricing, priceCurrency }: MeteredPrice): string {
  switch (pricing.scheme) {
    case 'unit':
      return `${formatUnitAmount(pricing.unitAmount, priceCurrency)} per unit`
    case 'package': {
      const amount = formatUnitAmount(pricing.packageAmount, priceCurrency)
      return `${amount} per ${formatExactQuantity(pricing.packageUnits)} units`
    }
    case 'graduated':
      return 'in tiers, each unit at its tier'
    case 'volume':
      return 'in tiers, all units at the tier reached'
  }
}

const tiersOf = ({ pricing }: MeteredPrice): readonly PriceTier[] =>
  'tiers' in pricing ? pricing.tiers : []

/** "Up to 1,000: $0.05 each", "Above 1,000: $0.02 each, plus $5 once"; none without tiers. */
export function tierLines(price: MeteredPrice): string[] {
  const tiers = tiersOf(price)
  return tiers.map(({ upTo, unitAmount, flatAmount }, index) => {
    const before = tiers[index - 1]?.upTo ?? null
    const money = (amount: string) => formatUnitAmount(amount, price.priceCurrency)
    const flat = flatAmount === '0' ? '' : `, plus ${money(flatAmount)} once`
    return `${rangeText(before, upTo)}: ${money(unitAmount)} each${flat}`
  })
}

function rangeText(before: string | null, upTo: string | null): string {
  if (upTo !== null) return `Up to ${formatExactQuantity(upTo)}`
  return before === null ? 'Any number' : `Above ${formatExactQuantity(before)}`
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
