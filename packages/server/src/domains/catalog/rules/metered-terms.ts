import type { PriceInput } from '@guildhall/contract/catalog/prices'
import type { PricingInput } from '@guildhall/contract/catalog/pricing'
import {
  compareDecimals,
  type Decimal,
  decimal,
  formatDecimal,
  parseDecimal,
} from '../../../kernel/decimal.ts'
import {
  firstUnitAmount,
  type MeteredPrice,
  type PriceTier,
  type Pricing,
} from '../../../kernel/metered-price.ts'
import { isRefused, type Refusal, refuse } from '../../../kernel/refusal.ts'
import { pricingText } from '../../../kernel/stored-price.ts'

export type MeteredInput = Extract<PriceInput, { readonly amountType: 'metered_unit' }>

export type TermsRefusal = Refusal<
  | 'product_price_unit_amount'
  | 'product_price_unit_amount_differs'
  | 'product_price_units'
  | 'product_price_tier_amount'
  | 'product_price_included_units'
  | 'product_price_tier_order'
  | 'product_price_tier_end'
  | 'product_price_tiers_free'
  | 'product_price_minimum_above_cap'
>

type Terms = Pick<
  MeteredInput,
  'unitAmount' | 'pricing' | 'includedUnits' | 'minimumAmount' | 'capAmount'
>

/** What a metered price costs, as the calculator takes it. Refusals name a field of `place`. */
export function readMeteredPrice(input: Terms, place: Place): MeteredPrice | TermsRefusal {
  const pricing = readPricing(input, place)
  if (isRefused(pricing)) return pricing
  const includedUnits = amountFrom(input.includedUnits ?? '0')
  if (includedUnits === null) {
    return refuse('product_price_included_units', place('included_units'))
  }
  const { minimumAmount = null, capAmount = null } = input
  if (minimumAmount !== null && capAmount !== null && minimumAmount > capAmount) {
    return refuse('product_price_minimum_above_cap', place('minimum_amount'))
  }
  return { pricing, includedUnits, minimumAmount, capAmount }
}

function readPricing(
  { unitAmount, pricing }: Pick<Terms, 'unitAmount' | 'pricing'>,
  place: Place,
): Pricing | TermsRefusal {
  if (pricing == null) {
    const amount = positiveFrom(unitAmount ?? '')
    return amount === null
      ? refuse('product_price_unit_amount', place('unit_amount'))
      : { scheme: 'unit', unitAmount: amount }
  }
  const read = readScheme(pricing, (...field) => place('pricing', ...field))
  if (isRefused(read) || unitAmount == null) return read
  const sent = amountFrom(unitAmount)
  return sent !== null && compareDecimals(sent, firstUnitAmount(read)) === 0
    ? read
    : refuse('product_price_unit_amount_differs', place('unit_amount'))
}

type Place = (...field: readonly (string | number)[]) => { readonly loc: (string | number)[] }

function readScheme(input: PricingInput, place: Place): Pricing | TermsRefusal {
  switch (input.scheme) {
    case 'unit': {
      const unitAmount = positiveFrom(input.unitAmount)
      return unitAmount === null
        ? refuse('product_price_unit_amount', place('unit_amount'))
        : { scheme: input.scheme, unitAmount }
    }
    case 'package': {
      const packageUnits = positiveFrom(input.packageUnits)
      if (packageUnits === null) return refuse('product_price_units', place('package_units'))
      const packageAmount = positiveFrom(input.packageAmount)
      return packageAmount === null
        ? refuse('product_price_unit_amount', place('package_amount'))
        : { scheme: input.scheme, packageUnits, packageAmount }
    }
    case 'graduated':
    case 'volume': {
      const tiers = readTiers(input.tiers, place)
      return isRefused(tiers) ? tiers : { scheme: input.scheme, tiers }
    }
  }
}

type TierInputs = Extract<PricingInput, { readonly tiers: unknown }>['tiers']

function readTiers(inputs: TierInputs, place: Place): readonly PriceTier[] | TermsRefusal {
  const tiers: PriceTier[] = []
  for (const [at, input] of inputs.entries()) {
    const isLast = at === inputs.length - 1
    const ofTier = (field: string) => place('tiers', at, field)
    if (isLast !== (input.upTo === null)) return refuse('product_price_tier_end', ofTier('up_to'))
    const upTo = input.upTo === null ? null : positiveFrom(input.upTo)
    if (upTo === null && !isLast) return refuse('product_price_units', ofTier('up_to'))
    const before = tiers.at(-1)?.upTo ?? null
    if (upTo !== null && before !== null && compareDecimals(upTo, before) <= 0) {
      return refuse('product_price_tier_order', ofTier('up_to'))
    }
    const [unitAmount, flatAmount] = [
      amountFrom(input.unitAmount),
      amountFrom(input.flatAmount ?? '0'),
    ]
    if (unitAmount === null) return refuse('product_price_tier_amount', ofTier('unit_amount'))
    if (flatAmount === null) return refuse('product_price_tier_amount', ofTier('flat_amount'))
    tiers.push({ upTo, unitAmount, flatAmount })
  }
  const isFree = tiers.every((tier) => isZero(tier.unitAmount) && isZero(tier.flatAmount))
  return isFree ? refuse('product_price_tiers_free', place('tiers')) : tiers
}

const zero = decimal(0)

const isZero = (value: Decimal): boolean => compareDecimals(value, zero) === 0

const digitsMax = 17
const decimalsMax = 12

/** Null for what is below zero or can’t be stored exactly. */
export function amountFrom(text: string): Decimal | null {
  const amount = parseDecimal(text)
  if (amount === null || amount.digits < 0n) return null
  return amount.scale <= decimalsMax && String(amount.digits).length <= digitsMax ? amount : null
}

function positiveFrom(text: string): Decimal | null {
  const amount = amountFrom(text)
  return amount === null || isZero(amount) ? null : amount
}

/** In its shortest form; null for an amount that no price has. */
export function normalizeAmount(text: string): string | null {
  const amount = amountFrom(text)
  return amount && formatDecimal(amount)
}

/** With decimals in their shortest form, as prices show them; null for one that no price has. */
export function normalizePricing(input: PricingInput): ReturnType<typeof pricingText> | null {
  const pricing = readScheme(input, () => ({ loc: [] }))
  return isRefused(pricing) ? null : pricingText(pricing)
}
