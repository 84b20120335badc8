import type { MinorUnits } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { minorUnits } from '../../../kernel/money.ts'

interface Priced {
  readonly amountType: string
  readonly priceAmount?: MinorUnits | null
  readonly minimumAmount?: MinorUnits | null | undefined
}

/** What lists of products are sorted by. */
interface LeadingPrice {
  readonly leadingAmountType: string
  readonly leadingAmount: MinorUnits
}

/** Of the price that buyers see first: the one that stands alone, else one by a meter. */
export function leadingPrice(prices: readonly Priced[]): LeadingPrice {
  const leading = prices.find(({ amountType }) => amountType !== 'metered_unit') ?? prices[0]
  assert(leading !== undefined, 'a product has a price')
  const { amountType, priceAmount, minimumAmount } = leading
  return {
    leadingAmountType: amountType,
    leadingAmount: priceAmount ?? minimumAmount ?? minorUnits(0),
  }
}
