import { productId, recurringIntervals } from '@guildhall/contract/catalog/prices'
import { prorationModes } from '@guildhall/contract/organizations/billing-settings'
import { currency, minorUnits } from '@guildhall/contract/primitives'
import { TaxRate, taxabilityReasons } from '@guildhall/contract/tax/shapes'
import * as z from 'zod/mini'
import { type JsonText, jsonText } from '../../../platform/database/json.ts'
import type { TaxDue } from '../../tax/index.ts'
import type { Wish } from '../rules/plan-wish.ts'
import { storedDiscount, storedPrice } from './stored-shapes.ts'

const price = z.extend(storedPrice, { currency: z.nullable(currency) })

const discount = z.extend(storedDiscount, { isRedeemable: z.boolean() })

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
