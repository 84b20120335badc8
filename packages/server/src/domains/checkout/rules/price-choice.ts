import { priceAmountMax, priceAmountMin } from '@guildhall/contract/catalog/prices'
import type { MinorUnits } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { minorUnits } from '../../../kernel/money.ts'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import type { PriceFacts, ProductFacts } from './content.ts'

/** The price that is paid immediately: the first one that is not metered, else the first. */
export function selectedPrice({ prices }: Pick<ProductFacts, 'prices'>): PriceFacts {
  const price = prices.find(({ amountType }) => amountType !== 'metered_unit') ?? prices[0]
  assert(price !== undefined, 'a product has a price')
  return price
}

export const meteredPricesOf = ({ prices }: Pick<ProductFacts, 'prices'>): readonly PriceFacts[] =>
  prices.filter(({ amountType }) => amountType === 'metered_unit')

/** Proposed for prices that the buyer chooses. */
const proposedAmount = 1000

/**
 * The amount that is paid immediately. The chosen amount counts only for prices that the buyer
 * chooses; usage is billed later.
 */
export function amountOf(
  price: PriceFacts,
  chosen: MinorUnits | null,
): MinorUnits | Refusal<'checkout_amount_low' | 'checkout_amount_high'> {
  if (price.amountType === 'fixed') return price.priceAmount
  if (price.amountType !== 'custom') return minorUnits(0)
  const minimum = price.minimumAmount ?? priceAmountMin
  const maximum = price.maximumAmount ?? priceAmountMax
  const loc = ['body', 'amount']
  if (chosen !== null && chosen < minimum) return refuse('checkout_amount_low', { loc, minimum })
  if (chosen !== null && chosen > maximum) return refuse('checkout_amount_high', { loc, maximum })
  const proposed = Math.min(Math.max(proposedAmount, minimum), maximum)
  return chosen ?? price.presetAmount ?? minorUnits(proposed)
}
