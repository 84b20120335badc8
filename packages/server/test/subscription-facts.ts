import type { Currency, Id, MinorUnits } from '@guildhall/contract/primitives'
import { currency, id as idOf } from '@guildhall/contract/primitives'
import type {
  CatalogDiscount,
  CatalogPrice,
  CatalogProduct,
  SubscriptionFacts,
} from '../src/domains/subscriptions/rules/facts.ts'
import { decideStart } from '../src/domains/subscriptions/rules/start.ts'
import { assert } from '../src/kernel/assert.ts'
import { decimal } from '../src/kernel/decimal.ts'
import { minorUnits } from '../src/kernel/money.ts'

// Facts for tests of the rules of subscriptions.

const numbered = (digits: string) => `00000000-0000-7000-8000-${digits.padStart(12, '0')}`

export const productIdOf = (digits: string): Id<'product'> =>
  idOf('product').parse(numbered(digits))
export const dollars: Currency = currency.parse('usd')
export const cents = (amount: number): MinorUnits => minorUnits(amount)

/** Midnight of a day, or a whole instant. */
export const on = (text: string): Date => new Date(text.length > 10 ? text : `${text}T00:00:00Z`)

let pricesMade = 0

const priceOf = (price: Partial<CatalogPrice>): CatalogPrice => ({
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

export const fixed = (amount: number): CatalogPrice => priceOf({ amount: minorUnits(amount) })
export const free = (): CatalogPrice => priceOf({ kind: 'free', currency: null })
export const custom = (preset = 0): CatalogPrice =>
  priceOf({ kind: 'custom', amount: minorUnits(preset) })
export const metered = (unitAmount: string, cap: number | null = null): CatalogPrice =>
  priceOf({
    kind: 'metered_unit',
    unitAmount: decimal(unitAmount),
    capAmount: cap === null ? null : minorUnits(cap),
    meterId: idOf('meter').parse(numbered('1')),
    meterName: 'Requests',
  })

const productNames: string[] = []

/** Each name stands for one product. */
function numberOf(name: string): string {
  if (!productNames.includes(name)) productNames.push(name)
  return String(productNames.indexOf(name) + 1)
}

export const product = (
  name: string,
  prices: readonly CatalogPrice[],
  change: Partial<CatalogProduct> = {},
): CatalogProduct => ({
  id: productIdOf(numberOf(name)),
  name,
  isArchived: false,
  interval: 'month',
  prices,
  ...change,
})

const discount: CatalogDiscount = {
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

export const percent = (share: number, change: Partial<CatalogDiscount> = {}): CatalogDiscount => ({
  ...discount,
  basisPoints: share * 100,
  ...change,
})

export const off = (amount: number, change: Partial<CatalogDiscount> = {}): CatalogDiscount => ({
  ...discount,
  type: 'fixed',
  amount: minorUnits(amount),
  currency: dollars,
  ...change,
})

export const otherDiscount = idOf('discount').parse(numbered('2'))

interface Start {
  readonly discount?: CatalogDiscount
  readonly chosenAmount?: number
  readonly trialEnd?: Date
  readonly isPaid?: boolean
}

/** A subscription that has just started. */
export const subscribed = (
  offered: CatalogProduct,
  at: Date,
  { discount: applied, chosenAmount, trialEnd, isPaid = true }: Start = {},
): SubscriptionFacts =>
  decideStart(
    {
      product: offered,
      currency: dollars,
      chosenAmount: chosenAmount === undefined ? null : minorUnits(chosenAmount),
      discount: applied ?? null,
      trialEnd: trialEnd ?? null,
      isPaid,
    },
    at,
  ).after

/** The same subscription with this usage of each meter. */
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

/** For decisions that the test knows to be due. */
export function due<T>(decision: T | null): T {
  assert(decision !== null, 'it is due')
  return decision
}
