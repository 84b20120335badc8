import { priceAmountMax, priceAmountMin } from '@guildhall/contract/catalog/prices'
import type { MinorUnits } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { minorUnits } from '../../../kernel/money.ts'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import type { PriceFacts, ProductFacts } from './content.ts'

/** The price that a buyer of this product pays at once: the one that stands alone, else the first. */
export function selectedPrice({ prices }: Pick<ProductFacts, 'prices'>): PriceFacts {
  const price = prices.find(({ amountType }) => amountType !== 'metered_unit') ?? prices[0]
  assert(price !== undefined, 'a product has a price')
  return price
}

/** What a buyer is proposed who has to name the price. */
const proposedAmount = 1000

/**
 * What a price takes at once. What is asked for counts where the buyer names the price; what is
 * used afterwards is billed afterwards.
 */
export function amountOf(
  price: PriceFacts,
  asked: MinorUnits | null,
): MinorUnits | Refusal<'checkout_amount_low' | 'checkout_amount_high'> {
  if (price.amountType === 'fixed') return price.priceAmount
  if (price.amountType !== 'custom') return minorUnits(0)
  const minimum = price.minimumAmount ?? priceAmountMin
  const maximum = price.maximumAmount ?? priceAmountMax
  const loc = ['body', 'amount']
  if (asked !== null && asked < minimum) return refuse('checkout_amount_low', { loc, minimum })
  if (asked !== null && asked > maximum) return refuse('checkout_amount_high', { loc, maximum })
  const proposed = Math.min(Math.max(proposedAmount, minimum), maximum)
  return asked ?? price.presetAmount ?? minorUnits(proposed)
}
