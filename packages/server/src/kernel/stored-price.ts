import { formatDecimal } from './decimal.ts'
import type { MeteredPrice, PeriodPrice, Pricing } from './metered-price.ts'
import type { MinorUnits } from './money.ts'

// A price as JSON, in which decimals are text. An alias, because an interface is no JSON value.
export type StoredPrice = {
  readonly pricing: StoredPricing
  readonly includedUnits: string
  readonly minimumAmount: MinorUnits | null
  readonly capAmount: MinorUnits | null
  readonly chargedBefore?: string
}

type StoredPricing =
  | { readonly scheme: 'unit'; readonly unitAmount: string }
  | { readonly scheme: 'package'; readonly packageUnits: string; readonly packageAmount: string }
  | { readonly scheme: 'graduated' | 'volume'; readonly tiers: StoredTier[] }

type StoredTier = {
  readonly upTo: string | null
  readonly unitAmount: string
  readonly flatAmount: string
}

export const storePrice = ({ chargedBefore, ...price }: PeriodPrice): StoredPrice => ({
  pricing: pricingText(price.pricing),
  includedUnits: formatDecimal(price.includedUnits),
  minimumAmount: price.minimumAmount,
  capAmount: price.capAmount,
  ...(chargedBefore && { chargedBefore: formatDecimal(chargedBefore) }),
})

// Decimals as text, as JSON and answers have them.
export function pricingText(pricing: Pricing): StoredPricing {
  const { scheme } = pricing
  switch (scheme) {
    case 'unit':
      return { scheme, unitAmount: formatDecimal(pricing.unitAmount) }
    case 'package':
      return {
        scheme,
        packageUnits: formatDecimal(pricing.packageUnits),
        packageAmount: formatDecimal(pricing.packageAmount),
      }
    case 'graduated':
    case 'volume':
      return {
        scheme,
        tiers: pricing.tiers.map(({ upTo, unitAmount, flatAmount }) => ({
          upTo: upTo && formatDecimal(upTo),
          unitAmount: formatDecimal(unitAmount),
          flatAmount: formatDecimal(flatAmount),
        })),
      }
  }
}

// The columns of a metered price: an amount for each unit, or the whole price as JSON.
export interface PriceColumns {
  readonly unitAmount: string | null
  readonly capAmount: MinorUnits | null
  readonly meteredPrice: StoredPrice | null
}

export function columnsOfPrice(price: MeteredPrice): PriceColumns {
  const { pricing, includedUnits, minimumAmount, capAmount } = price
  const isSimple =
    pricing.scheme === 'unit' && includedUnits.digits === 0n && minimumAmount === null
  return isSimple
    ? { unitAmount: formatDecimal(pricing.unitAmount), capAmount, meteredPrice: null }
    : { unitAmount: null, capAmount: null, meteredPrice: storePrice(price) }
}
