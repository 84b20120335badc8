import {
  discountDurations,
  discountId,
  discountTypes,
} from '@guildhall/contract/catalog/discount-shapes'
import { priceAmountTypes, priceId, productId } from '@guildhall/contract/catalog/prices'
import { meterId } from '@guildhall/contract/metering/shapes'
import { currency, minorUnits } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { type Decimal, decimal, formatDecimal } from '../../../kernel/decimal.ts'

// What columns keep of a change that is still to come: prices and discounts as its decision saw them.

export const storedDecimal = z.codec(z.string(), z.custom<Decimal>(), {
  decode: (text) => decimal(text),
  encode: (value) => formatDecimal(value),
})

export const storedPrice = z.object({
  productPriceId: priceId,
  kind: z.enum(priceAmountTypes),
  amount: minorUnits,
  unitAmount: z.nullable(storedDecimal),
  capAmount: z.nullable(minorUnits),
  meterId: z.nullable(meterId),
  meterName: z.nullable(z.string()),
})

export const storedDiscount = z.object({
  id: discountId,
  type: z.enum(discountTypes),
  amount: z.nullable(minorUnits),
  currency: z.nullable(currency),
  basisPoints: z.nullable(z.int()),
  duration: z.enum(discountDurations),
  durationInMonths: z.nullable(z.int()),
  productIds: z.array(productId),
})
