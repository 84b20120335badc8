import * as z from 'zod/mini'
import { meterId } from '../metering/shapes.ts'
import { currency, decimalText, id, instant, minorUnits } from '../primitives.ts'

export const recurringIntervals = ['month', 'year'] as const
export const priceAmountTypes = ['custom', 'fixed', 'free', 'metered_unit'] as const

/** In cents, of which a buyer pays at least half a dollar. */
export const priceAmountMin = 50
export const priceAmountMax = 99_999_999
/** What a buyer may name at most where they name the price. */
export const chosenAmountMax = 1_000_000

export const productId = id('product')
export const priceId = id('productPrice')

const usd = z.prefault(z.literal('usd').brand<'currency'>(), 'usd')

const amountUpTo = (max: number) =>
  z.int().check(z.minimum(priceAmountMin), z.maximum(max)).brand<'minorUnits'>()

/** Which of two amounts must not be more than the other, and what to say at the latter. */
const orders = [
  ['minimumAmount', 'presetAmount', 'Must not be less than minimum_amount'],
  ['minimumAmount', 'maximumAmount', 'Must not be less than minimum_amount'],
  ['presetAmount', 'maximumAmount', 'Must not be less than preset_amount'],
] as const

const customPriceInput = z
  .object({
    amountType: z.literal('custom'),
    priceCurrency: usd,
    minimumAmount: z.nullish(amountUpTo(priceAmountMax)),
    maximumAmount: z.nullish(amountUpTo(chosenAmountMax)),
    presetAmount: z.nullish(amountUpTo(chosenAmountMax)),
  })
  .check((context) => {
    const { value } = context
    for (const [lesser, greater, message] of orders) {
      const [low, high] = [value[lesser], value[greater]]
      if (low == null || high == null || low <= high) continue
      context.issues.push({ code: 'custom', input: high, path: [greater], message })
    }
  })

const newPrices = [
  z.object({
    amountType: z.literal('fixed'),
    priceCurrency: usd,
    priceAmount: amountUpTo(priceAmountMax),
  }),
  customPriceInput,
  z.object({ amountType: z.literal('free') }),
  z.object({
    amountType: z.literal('metered_unit'),
    priceCurrency: usd,
    meterId,
    /** In cents, of which it may be a fraction; a number loses nothing that its text shows. */
    unitAmount: z.pipe(z.union([z.number(), z.string()]), z.transform(String)),
    capAmount: z.nullish(z.int().check(z.minimum(0)).brand<'minorUnits'>()),
  }),
] as const

export const priceInput = z.discriminatedUnion('amountType', newPrices)

/** One that the product has already. */
const keptPrice = z.object({ amountType: z.optional(z.undefined()), id: priceId })

export const wantedPrice = z.discriminatedUnion('amountType', [keptPrice, ...newPrices])

export type PriceInput = z.output<typeof priceInput>
export type WantedPrice = z.output<typeof wantedPrice>

const everyPrice = {
  id: priceId,
  createdAt: instant,
  modifiedAt: z.nullable(instant),
  isArchived: z.boolean(),
  productId,
  /** Both are the product's; they stand here for clients that look for them here. */
  type: z.enum(['one_time', 'recurring']),
  recurringInterval: z.nullable(z.enum(recurringIntervals)),
}

/** What a product costs. A price is never changed: it is archived, and another takes its place. */
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
  z.object({ ...everyPrice, amountType: z.literal('free') }),
  z.object({
    ...everyPrice,
    amountType: z.literal('metered_unit'),
    priceCurrency: currency,
    unitAmount: decimalText,
    capAmount: z.nullable(minorUnits),
    meterId,
    meter: z.object({ id: meterId, name: z.string() }),
  }),
])
