import type { MinorUnits } from '@guildhall/contract/primitives'
import { decimal } from '../../../kernel/decimal.ts'
import { minorUnits } from '../../../kernel/money.ts'
import type { BillingEntry, CatalogPrice, OpenUsage, SubscriptionPrice } from './facts.ts'

export const noUsage: OpenUsage = {
  consumed: decimal(0),
  credited: decimal(0),
  since: null,
  chargedBefore: decimal(0),
  billed: null,
}

interface Chosen {
  readonly quantity: number
  /** Where the buyer chooses the amount. */
  readonly chosenAmount: MinorUnits | null
}

/** The catalog’s prices as a subscription stores them. */
export const snapshotPrices = (
  prices: readonly CatalogPrice[],
  { quantity, chosenAmount }: Chosen,
): readonly SubscriptionPrice[] =>
  prices.map(({ currency: _currency, ...price }) => ({
    ...price,
    amount: price.kind === 'custom' ? (chosenAmount ?? price.amount) : price.amount,
    discountAmount: minorUnits(0),
    quantity: price.kind === 'fixed' ? quantity : 1,
    usage: price.kind === 'metered_unit' ? noUsage : null,
  }))

/** The prices after a period was billed: with the discount it got, and usage starting over. */
export const pricesOnceBilled = (
  prices: readonly SubscriptionPrice[],
  entries: readonly BillingEntry[],
): readonly SubscriptionPrice[] =>
  prices.map((price) => {
    const entry = entries.find(
      ({ kind, productPriceId }) => kind === 'cycle' && productPriceId === price.productPriceId,
    )
    const usage = price.usage === null ? null : noUsage
    return { ...price, discountAmount: entry?.discountAmount ?? minorUnits(0), usage }
  })
