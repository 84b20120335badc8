import {
  discountDurations,
  discountId,
  discountTypes,
} from '@guildhall/contract/catalog/discount-shapes'
import {
  priceAmountTypes,
  priceId,
  productId,
  recurringIntervals,
} from '@guildhall/contract/catalog/prices'
import { meterId } from '@guildhall/contract/metering/shapes'
import { prorationModes } from '@guildhall/contract/organizations/billing-settings'
import { currency, minorUnits } from '@guildhall/contract/primitives'
import { TaxRate, taxabilityReasons } from '@guildhall/contract/tax/shapes'
import * as z from 'zod/mini'
import { type Decimal, decimal, formatDecimal } from '../../../kernel/decimal.ts'
import { type JsonText, jsonText } from '../../../platform/database/json.ts'
import type { TaxDue } from '../../tax/index.ts'
import type { Wish } from '../rules/plan-wish.ts'

const decimalStored = z.codec(z.string(), z.custom<Decimal>(), {
  decode: (text) => decimal(text),
  encode: (value) => formatDecimal(value),
})

const price = z.object({
  productPriceId: priceId,
  kind: z.enum(priceAmountTypes),
  currency: z.nullable(currency),
  amount: minorUnits,
  unitAmount: z.nullable(decimalStored),
  capAmount: z.nullable(minorUnits),
  meterId: z.nullable(meterId),
  meterName: z.nullable(z.string()),
})

const discount = z.object({
  id: discountId,
  type: z.enum(discountTypes),
  amount: z.nullable(minorUnits),
  currency: z.nullable(currency),
  basisPoints: z.nullable(z.int()),
  duration: z.enum(discountDurations),
  durationInMonths: z.nullable(z.int()),
  productIds: z.array(productId),
  isRedeemable: z.boolean(),
})

const wish = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('product'),
    product: z.object({
      id: productId,
      name: z.string(),
      isArchived: z.boolean(),
      interval: z.nullable(z.enum(recurringIntervals)),
      prices: z.array(price),
    }),
    mode: z.enum(prorationModes),
    discount: z.exactOptional(z.nullable(discount)),
  }),
  z.object({ kind: z.literal('trial_end'), trialEnd: z.null() }),
])

const tax = z.object({
  amount: minorUnits,
  reason: z.enum(taxabilityReasons),
  rate: z.nullable(TaxRate),
  calculationId: z.nullable(z.string()),
})

const stored = z.object({ wish, netAmount: minorUnits, tax })

/** A change that is being paid, with all that its decision was told, and the tax on its order. */
export interface PaidWish {
  readonly wish: Wish
  /** What the tax is of. */
  readonly netAmount: z.output<typeof minorUnits>
  readonly tax: TaxDue
}

export const readPaidWish = (value: unknown): PaidWish => z.decode(stored, z.parse(z.any(), value))

/** As what is stored reads it, so that only what can be paid first is written. */
export const writePaidWish = (paid: PaidWish): JsonText =>
  jsonText(z.parse(z.json(), z.encode(stored, z.parse(z.any(), paid))))
