import * as z from 'zod/mini'
import { callRefusals, forSellers, placeRefusals } from '../billing/for-sellers.ts'
import { operation } from '../operation.ts'
import { organizationId } from '../organizations/shapes.ts'
import { minorUnits } from '../primitives.ts'
import { usagePriceInput } from './prices.ts'
import { ChargePart, typedDecimal } from './pricing.ts'
import { usagePriceRefusals } from './products.ts'

const previewedMax = 10

export const previewUsagePrice = operation({
  ...forSellers,
  tag: 'Products',
  name: 'previewUsagePrice',
  method: 'POST',
  path: '/v1/products/usage-price/preview',
  summary: 'Preview a price of usage',
  description:
    `What up to ${previewedMax} numbers of units would each cost in a period, as it would be ` +
    'billed, before discounts and tax. Nothing is saved.',
  may: 'products:read',
  // It saves nothing.
  idempotent: false,
  body: z.object({
    organizationId: z.nullish(organizationId),
    price: usagePriceInput,
    units: z.array(typedDecimal).check(z.minLength(1), z.maxLength(previewedMax)),
  }),
  returns: z.object({
    /** In the order of the request. */
    charges: z.array(
      z.object({ units: z.string(), amount: minorUnits, parts: z.array(ChargePart) }),
    ),
  }),
  status: 200,
  refuses: [...callRefusals, ...placeRefusals, ...usagePriceRefusals],
})
