import type { Currency, Id, MinorUnits } from '@guildhall/contract/primitives'
import { currency, id as idOf } from '@guildhall/contract/primitives'
import { planBeginning } from '../src/domains/subscriptions/rules/beginning.ts'
import type {
  DiscountWanted,
  PriceWanted,
  ProductWanted,
  SubscriptionFacts,
} from '../src/domains/subscriptions/rules/facts.ts'
import { decimal } from '../src/kernel/decimal.ts'
import { minorUnits } from '../src/kernel/money.ts'

// What the rules of subscriptions are told, made up.

const numbered = (digits: string) => `00000000-0000-7000-8000-${digits.padStart(12, '0')}`

export const productIdOf = (digits: string): Id<'product'> =>
  idOf('product').parse(numbered(digits))
export const dollars: Currency = currency.parse('usd')
export const cents = (amount: number): MinorUnits => minorUnits(amount)

/** Midnight of a day, or the instant that is written. */
export const on = (text: string): Date => new Date(text.length > 10 ? text : `${text}T00:00:00Z`)

let pricesMade = 0

const priceOf = (price: Partial<PriceWanted>): PriceWanted => ({
  productPriceId: idOf('productPrice').parse(numbered(String((pricesMade += 1)))),
  kind: 'fixed',
  amount: minorUnits(0),
  currency: dollars,
  unitAmount: null,
  capAmount: null,
  meterId: null,
  meterName: null,
  ...price,
})

export const fixed = (amount: number): PriceWanted => priceOf({ amount: minorUnits(amount) })
export const free = (): PriceWanted => priceOf({ kind: 'free', currency: null })
export const custom = (preset = 0): PriceWanted =>
  priceOf({ kind: 'custom', amount: minorUnits(preset) })
export const metered = (unitAmount: string, cap: number | null = null): PriceWanted =>
  priceOf({
    kind: 'metered_unit',
    unitAmount: decimal(unitAmount),
    capAmount: cap === null ? null : minorUnits(cap),
    meterId: idOf('meter').parse(numbered('1')),
    meterName: 'Requests',
  })

const names: string[] = []

/** A name is always the same product. */
function numberOf(name: string): string {
  if (!names.includes(name)) names.push(name)
  return String(names.indexOf(name) + 1)
}

export const product = (
  name: string,
  prices: readonly PriceWanted[],
  change: Partial<ProductWanted> = {},
): ProductWanted => ({
  id: productIdOf(numberOf(name)),
  name,
  isArchived: false,
  interval: 'month',
  prices,
  ...change,
})

const discount: DiscountWanted = {
  id: idOf('discount').parse(numbered('1')),
  type: 'percentage',
  amount: null,
  currency: null,
  basisPoints: null,
  duration: 'forever',
  durationInMonths: null,
  productIds: [],
  isRedeemable: true,
}

export const percent = (share: number, change: Partial<DiscountWanted> = {}): DiscountWanted => ({
  ...discount,
  basisPoints: share * 100,
  ...change,
})

export const off = (amount: number, change: Partial<DiscountWanted> = {}): DiscountWanted => ({
  ...discount,
  type: 'fixed',
  amount: minorUnits(amount),
  currency: dollars,
  ...change,
})

export const otherDiscount = idOf('discount').parse(numbered('2'))

interface Start {
  readonly discount?: DiscountWanted
  readonly chosenAmount?: number
  readonly trialEnd?: Date
  readonly isPaid?: boolean
}

/** A subscription that has just begun. */
export const subscribed = (
  wanted: ProductWanted,
  at: Date,
  { discount: taken, chosenAmount, trialEnd, isPaid = true }: Start = {},
): SubscriptionFacts =>
  planBeginning(
    {
      product: wanted,
      currency: dollars,
      chosenAmount: chosenAmount === undefined ? null : minorUnits(chosenAmount),
      discount: taken ?? null,
      trialEnd: trialEnd ?? null,
      isPaid,
    },
    at,
  ).after

/** The same subscription after so much was used of each meter. */
export const used = (
  facts: SubscriptionFacts,
  consumed: string,
  credited = 0,
): SubscriptionFacts => ({
  ...facts,
  prices: facts.prices.map((price) =>
    price.usage === null ? price : { ...price, usage: { consumed: decimal(consumed), credited } },
  ),
})
