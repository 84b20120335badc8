import * as z from 'zod/mini'
import { decimalText } from '../primitives.ts'

/** What units of a metered price cost, by scheme. */
export const pricingSchemes = ['unit', 'package', 'graduated', 'volume'] as const

export const priceTiersMax = 20

/** A number is kept as its decimal text. */
export const typedDecimal = z.pipe(z.union([z.number(), z.string()]), z.transform(String))

const tierInputs = z
  .array(
    z.object({
      upTo: z.nullable(typedDecimal),
      unitAmount: typedDecimal,
      flatAmount: z.nullish(typedDecimal),
    }),
  )
  .check(z.minLength(1), z.maxLength(priceTiersMax))

export const pricingInput = z.discriminatedUnion('scheme', [
  z.object({ scheme: z.literal('unit'), unitAmount: typedDecimal }),
  z.object({
    scheme: z.literal('package'),
    packageUnits: typedDecimal,
    packageAmount: typedDecimal,
  }),
  z.object({ scheme: z.literal('graduated'), tiers: tierInputs }),
  z.object({ scheme: z.literal('volume'), tiers: tierInputs }),
])
export type PricingInput = z.output<typeof pricingInput>

const tiers = z.array(
  z.object({
    /** The last unit that belongs to it; null in the last tier. */
    upTo: z.nullable(decimalText),
    unitAmount: decimalText,
    /** Charged once, with the first unit at this tier. */
    flatAmount: decimalText,
  }),
)

/** Amounts are in minor units, possibly fractions of one. */
export const Pricing = z.discriminatedUnion('scheme', [
  z.object({ scheme: z.literal('unit'), unitAmount: decimalText }),
  /** A package that is begun is paid in full. */
  z.object({
    scheme: z.literal('package'),
    packageUnits: decimalText,
    packageAmount: decimalText,
  }),
  /** Each unit costs what the tier says in which it lies. */
  z.object({ scheme: z.literal('graduated'), tiers }),
  /** All units cost what the tier says in which the last one lies. */
  z.object({ scheme: z.literal('volume'), tiers }),
])
export type Pricing = z.output<typeof Pricing>

/** Decimals with all their digits, which numbers don’t have. */
const exact = z.string()

/** Amounts add up to what the period costs, together with the rounding. */
export const ChargePart = z.object({
  kind: z.enum(['credited', 'included', 'units', 'packages', 'repriced', 'minimum', 'cap']),
  /** Counted from 0. */
  tier: z.nullable(z.int()),
  units: exact,
  /** What is multiplied: units, or packages. */
  quantity: exact,
  unitAmount: exact,
  flatAmount: exact,
  amount: exact,
})
