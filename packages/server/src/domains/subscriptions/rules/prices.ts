import type { MinorUnits } from '@guildhall/contract/primitives'
import { decimal } from '../../../kernel/decimal.ts'
import { minorUnits } from '../../../kernel/money.ts'
import type { Entry, PriceInForce, PriceWanted, Usage } from './facts.ts'

const noUsage: Usage = { consumed: decimal(0), credited: 0 }

/** The prices of a product as a subscription takes them over. */
export const takenOver = (
  prices: readonly PriceWanted[],
  {
    quantity,
    chosenAmount,
  }: { readonly quantity: number; readonly chosenAmount: MinorUnits | null },
): readonly PriceInForce[] =>
  prices.map(({ currency: _currency, ...price }) => ({
    ...price,
    amount: price.kind === 'custom' ? (chosenAmount ?? price.amount) : price.amount,
    discountAmount: minorUnits(0),
    quantity: price.kind === 'fixed' ? quantity : 1,
    usage: price.kind === 'metered_unit' ? noUsage : null,
  }))

/** The prices after a period was billed: with what the discount took off, and nothing used yet. */
export const billed = (
  prices: readonly PriceInForce[],
  entries: readonly Entry[],
): readonly PriceInForce[] =>
  prices.map((price) => {
    const entry = entries.find(
      ({ kind, productPriceId }) => kind === 'cycle' && productPriceId === price.productPriceId,
    )
    const usage = price.usage === null ? null : noUsage
    return { ...price, discountAmount: entry?.discountAmount ?? minorUnits(0), usage }
  })
