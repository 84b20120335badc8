import * as z from 'zod/mini'
import {
  laterFreePrice,
  laterFreePriceInput,
  laterPrice,
  laterPriceInput,
} from '../billing/later-clients.ts'
import { meterId } from '../metering/shapes.ts'
import { currency, decimalText, id, instant, minorUnits } from '../primitives.ts'
import { requiresAny } from '../requires-any.ts'
import { Pricing, pricingInput, typedDecimal } from './pricing.ts'

export const recurringIntervals = ['month', 'year'] as const
export const priceAmountTypes = ['custom', 'fixed', 'free', 'metered_unit'] as const

/** In cents: at least half a dollar. */
export const priceAmountMin = 50
export const priceAmountMax = 99_999_999
/** The most that a buyer can choose to pay. */
export const customAmountMax = 1_000_000

export const productId = id('product')
export const priceId = id('productPrice')

/** The only currency of prices so far. */
export const usd = z.prefault(z.literal('usd').brand<'currency'>(), 'usd')

const amountUpTo = (max: number) =>
  z.int().check(z.minimum(priceAmountMin), z.maximum(max)).brand<'minorUnits'>()

/** Pairs of amounts of which the first must not exceed the second. */
const orderedAmounts = [
  ['minimumAmount', 'presetAmount', 'Must not be less than minimum_amount'],
  ['minimumAmount', 'maximumAmount', 'Must not be less than minimum_amount'],
  ['presetAmount', 'maximumAmount', 'Must not be less than preset_amount'],
] as const

const fixedTerms = {
  ...laterPriceInput,
  amountType: z.literal('fixed'),
  priceCurrency: usd,
  priceAmount: amountUpTo(priceAmountMax),
}
const customTerms = {
  ...laterPriceInput,
  amountType: z.literal('custom'),
  priceCurrency: usd,
  minimumAmount: z.nullish(amountUpTo(priceAmountMax)),
  maximumAmount: z.nullish(amountUpTo(customAmountMax)),
  presetAmount: z.nullish(amountUpTo(customAmountMax)),
}
const freeTerms = { ...laterPriceInput, amountType: z.literal('free'), ...laterFreePriceInput }
/** What usage costs. */
const usageTerms = {
  /** In cents, possibly a fraction of one. It may be left out if `pricing` says what units cost. */
  unitAmount: z.nullish(typedDecimal),
  pricing: z.nullish(pricingInput),
  /** Free in each period; none by default. */
  includedUnits: z.nullish(typedDecimal),
  /** What a period costs at least, whether or not anything is used. */
  minimumAmount: z.nullish(
    z.int().check(z.minimum(1), z.maximum(priceAmountMax)).brand<'minorUnits'>(),
  ),
  /** What a period costs at most. */
  capAmount: z.nullish(z.int().check(z.minimum(0)).brand<'minorUnits'>()),
}

const meteredTerms = {
  ...laterPriceInput,
  amountType: z.literal('metered_unit'),
  priceCurrency: usd,
  meterId,
  ...usageTerms,
}

type CustomBounds = Partial<
  Record<(typeof orderedAmounts)[number][0 | 1], number | null | undefined>
>

const boundsInOrder = z.check<CustomBounds>(({ value, issues }) => {
  for (const [lesser, greater, message] of orderedAmounts) {
    const [low, high] = [value[lesser], value[greater]]
    if (low == null || high == null || low <= high) continue
    issues.push({ code: 'custom', input: high, path: [greater], message })
  }
})

const unitAmountOrPricing = z.check<{
  readonly id?: unknown
  readonly unitAmount?: unknown
  readonly pricing?: unknown
}>(({ value, issues }) => {
  const { id: priceOfProduct, unitAmount, pricing } = value
  if (priceOfProduct !== undefined || unitAmount != null || pricing != null) return
  issues.push({ code: 'custom', input: unitAmount, path: ['unitAmount'], message: 'Required' })
})

export const usagePriceInput = z
  .object(usageTerms)
  .check(unitAmountOrPricing)
  .register(z.globalRegistry, requiresAny(['unitAmount'], ['pricing']))

export const priceInput = z.discriminatedUnion('amountType', [
  z.object(fixedTerms),
  z.object(customTerms).check(boundsInOrder),
  z.object(freeTerms),
  z
    .object(meteredTerms)
    .check(unitAmountOrPricing)
    .register(z.globalRegistry, requiresAny(['unitAmount'], ['pricing'])),
])

/** What answers add to the terms of a price; clients send prices back as they were read. */
const asRead = {
  id: z.optional(priceId),
  createdAt: z.optional(instant),
  modifiedAt: z.nullish(instant),
  isArchived: z.optional(z.boolean()),
  productId: z.optional(productId),
  type: z.optional(z.enum(['one_time', 'recurring'])),
  recurringInterval: z.nullish(z.enum(recurringIntervals)),
  ...laterPrice,
  ...laterPriceInput,
}

/** With an id, a price that the product already has; without one, a new price. */
export const requestedPrice = z.discriminatedUnion('amountType', [
  z.object({ amountType: z.optional(z.undefined()), id: priceId }),
  z.object({ ...fixedTerms, ...asRead }),
  z.object({ ...customTerms, ...asRead }).check(boundsInOrder),
  z.object({ ...freeTerms, ...asRead }),
  z
    .object({
      ...meteredTerms,
      ...asRead,
      meter: z.optional(z.record(z.string(), z.json())),
    })
    .check(unitAmountOrPricing)
    .register(z.globalRegistry, requiresAny(['id'], ['unitAmount'], ['pricing'])),
])

export type PriceInput = z.output<typeof priceInput>
export type RequestedPrice = z.output<typeof requestedPrice>

const everyPrice = {
  id: priceId,
  createdAt: instant,
  modifiedAt: z.nullable(instant),
  isArchived: z.boolean(),
  productId,
  /** Both belong to the product and are repeated here for the official clients. */
  type: z.enum(['one_time', 'recurring']),
  recurringInterval: z.nullable(z.enum(recurringIntervals)),
  ...laterPrice,
}

/** Prices are immutable: a changed price is archived and replaced by a new one. */
export const Price = z.discriminatedUnion('amountType', [
  z.object({
    ...everyPrice,
    amountType: z.literal('fixed'),
    priceCurrency: currency,
    priceAmount: minorUnits,
  }),
  z.object({
    ...everyPrice,
    amountType: z.literal('custom'),
    priceCurrency: currency,
    minimumAmount: z.nullable(minorUnits),
    maximumAmount: z.nullable(minorUnits),
    presetAmount: z.nullable(minorUnits),
  }),
  z.object({ ...everyPrice, amountType: z.literal('free'), ...laterFreePrice }),
  z.object({
    ...everyPrice,
    amountType: z.literal('metered_unit'),
    priceCurrency: currency,
    /**
     * The first unit that costs anything: at the first tier, or its share of a package, to twelve
     * decimals.
     */
    unitAmount: decimalText,
    pricing: Pricing,
    includedUnits: decimalText,
    minimumAmount: z.nullable(minorUnits),
    capAmount: z.nullable(minorUnits),
    meterId,
    meter: z.object({ id: meterId, name: z.string() }),
  }),
])
