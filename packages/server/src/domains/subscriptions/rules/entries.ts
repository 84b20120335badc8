import type { MinorUnits } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { minorUnits, subtract, times } from '../../../kernel/money.ts'
import { type Period, remaining } from '../../../kernel/period.ts'
import { baseOf, meteredAmount } from './amounts.ts'
import { discountShares } from './discount.ts'
import type {
  DiscountInForce,
  Entry,
  PriceInForce,
  ProductInForce,
  SubscriptionFacts,
} from './facts.ts'
import { cycleLabel, meteredLabel, quantityLabel, remainingLabel } from './labels.ts'

interface Sold {
  readonly product: ProductInForce
  readonly prices: readonly PriceInForce[]
}

const nothing = minorUnits(0)

/** What a period costs: one entry for each price that isn’t metered. */
export const cycleEntries = ({ product, prices }: Sold, period: Period): readonly Entry[] =>
  prices
    .filter(({ kind }) => kind !== 'metered_unit')
    .map((price) => ({
      kind: 'cycle',
      label: cycleLabel(product.name, price.quantity),
      amount: baseOf(price),
      discountAmount: nothing,
      isDiscounted: true,
      period,
      productPriceId: price.productPriceId,
    }))

type Used = Pick<SubscriptionFacts, 'currency' | 'prices'>

/** What was used in a period; nothing where it costs nothing. */
export const usageEntries = ({ currency, prices }: Used, period: Period): readonly Entry[] =>
  prices.flatMap((price) => {
    const amount = meteredAmount(price)
    if (amount === 0) return []
    return {
      kind: 'metered',
      label: meteredLabel(price, currency),
      amount,
      discountAmount: nothing,
      isDiscounted: true,
      period,
      productPriceId: price.productPriceId,
    }
  })

/** Takes a discount off those that it may touch. */
export function discounted(
  entries: readonly Entry[],
  discount: DiscountInForce | null,
): readonly Entry[] {
  const bases = entries.map(({ amount, isDiscounted }) => (isDiscounted ? amount : nothing))
  const shares = discountShares(discount, bases)
  return entries.map((entry, at) => ({ ...entry, discountAmount: shares[at] ?? nothing }))
}

/**
 * Usage that is billed before its period is over, net of a percentage. A fixed discount was taken
 * off what the period began with, and is taken off once.
 */
export function settledUsage(
  facts: Used & Pick<SubscriptionFacts, 'discount' | 'period'>,
  at: Date,
): readonly Entry[] {
  const percentage = facts.discount?.type === 'percentage' ? facts.discount : null
  const usage = usageEntries(facts, until(facts.period, at))
  return discounted(usage, percentage).map((entry) => ({
    ...entry,
    amount: subtract(entry.amount, entry.discountAmount),
    discountAmount: nothing,
    isDiscounted: false,
  }))
}

const until = ({ start, end }: Period, at: Date): Period => ({ start, end: at > start ? at : end })

interface Rest {
  readonly period: Period
  readonly at: Date
}

/** The rest of a period is given back, at the prices and the discount that are in force. */
export const credits = (sold: Sold, rest: Rest): readonly Entry[] =>
  proration(sold, rest, (net) => subtract(nothing, net))

/** The rest of a period is billed at other prices. */
export const debits = (sold: Sold, rest: Rest): readonly Entry[] =>
  proration(sold, rest, (net) => net)

function proration(
  { product, prices }: Sold,
  { period, at }: Rest,
  signed: (net: MinorUnits) => MinorUnits,
): readonly Entry[] {
  const rest = { start: at, end: period.end }
  return prices.filter(isProrated).flatMap((price) => {
    const amount = signed(times(netOf(price), remaining(period, at)))
    const label = remainingLabel(product.name, rest)
    return amount === 0 ? [] : { ...prorated, label, amount, period: rest, ...priceOf(price) }
  })
}

/** What is free, named by the buyer or metered has no share of a period. */
const isProrated = ({ kind }: PriceInForce): boolean => kind === 'fixed'

const prorated = { kind: 'proration', discountAmount: nothing, isDiscounted: false } as const

const priceOf = ({ productPriceId }: PriceInForce) => ({ productPriceId })

/** More or fewer of the same: their difference for the rest of the period, rounded towards zero. */
export function quantityDifference(
  before: Sold,
  after: Sold,
  { period, at }: Rest,
): readonly Entry[] {
  const rest = { start: at, end: period.end }
  const { numerator, denominator } = remaining(period, at)
  return after.prices.filter(isProrated).flatMap((price) => {
    const old = before.prices.find((one) => one.productPriceId === price.productPriceId)
    assert(old !== undefined, 'a quantity changes of prices that are in force')
    const delta = BigInt(netOf(price)) - BigInt(netOf(old))
    const amount = minorUnits((delta * numerator) / denominator)
    const label = quantityLabel({ product: after.product.name, from: old, to: price, rest })
    return amount === 0 ? [] : { ...prorated, label, amount, period: rest, ...priceOf(price) }
  })
}

const netOf = (price: PriceInForce): MinorUnits => subtract(baseOf(price), price.discountAmount)
