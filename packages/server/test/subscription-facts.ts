import type { Currency, Id, MinorUnits } from '@guildhall/contract/primitives'
import { currency, id as idOf } from '@guildhall/contract/primitives'
import { creditsOf } from '../src/domains/subscriptions/rules/credits.ts'
import type { Decision } from '../src/domains/subscriptions/rules/decision.ts'
import type {
  CatalogDiscount,
  CatalogPrice,
  CatalogProduct,
  Settlement,
  SubscriptionFacts,
} from '../src/domains/subscriptions/rules/facts.ts'
import { decideStart } from '../src/domains/subscriptions/rules/start.ts'
import { assert } from '../src/kernel/assert.ts'
import { decimal } from '../src/kernel/decimal.ts'
import type { MeteredPrice } from '../src/kernel/metered-price.ts'
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
  metered: null,
  meterId: null,
  meterName: null,
  ...price,
})

export const fixed = (amount: number): CatalogPrice => priceOf({ amount: minorUnits(amount) })
export const free = (): CatalogPrice => priceOf({ kind: 'free', currency: null })
export const custom = (preset = 0): CatalogPrice =>
  priceOf({ kind: 'custom', amount: minorUnits(preset) })
export const metered = (unitAmount: string, cap: number | null = null): CatalogPrice =>
  meteredBy({
    pricing: { scheme: 'unit', unitAmount: decimal(unitAmount) },
    capAmount: cap === null ? null : minorUnits(cap),
  })

/** Without included units, minimum and cap, unless they are given. */
export const meteredBy = (
  price: Pick<MeteredPrice, 'pricing'> & Partial<MeteredPrice>,
): CatalogPrice =>
  priceOf({
    kind: 'metered_unit',
    metered: { includedUnits: decimal(0), minimumAmount: null, capAmount: null, ...price },
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

/** A subscription that has just started, and whose first order is paid. */
export function subscribed(
  offered: CatalogProduct,
  at: Date,
  { discount: applied, chosenAmount, trialEnd, isPaid = true }: Start = {},
): SubscriptionFacts {
  const decision = decideStart(
    {
      product: offered,
      currency: dollars,
      chosenAmount: chosenAmount === undefined ? null : minorUnits(chosenAmount),
      discount: applied ?? null,
      trialEnd: trialEnd ?? null,
      isPaid,
    },
    at,
  )
  return settled(decision.after, decision)
}

let ordersPaid = 0

/** The facts after a decision whose order is paid, with this tax. */
export function settled(
  before: Pick<SubscriptionFacts, 'settlements' | 'waiting'>,
  { after, order, entries }: Decision,
  taxPercent = 0,
): SubscriptionFacts {
  const credits = creditsOf(order?.entries ?? entries, before.waiting)
  const known = before.settlements.map((one) => credits.reduce(afterCredit, one))
  const orderId = idOf('order').parse(numbered(String((ordersPaid += 1))))
  const charges = (order?.entries ?? []).filter(({ reverses }) => reverses === null)
  const paid = charges.map((entry, at) => {
    const netAmount = entry.amount - entry.discountAmount
    const taxAmount = Math.round((netAmount * taxPercent) / 100)
    return { entry, at, netAmount, taxAmount }
  })
  const total = (key: 'netAmount' | 'taxAmount') =>
    minorUnits(paid.reduce((all, one) => all + one[key], 0))
  const orderLeft = { amount: total('netAmount'), taxAmount: total('taxAmount') }
  const fresh = paid.flatMap(({ entry: { productPriceId }, at, netAmount, taxAmount }) =>
    productPriceId === null || netAmount <= 0
      ? []
      : {
          orderId,
          orderItemId: idOf('orderItem').parse(numbered(`${ordersPaid}${at}0000`)),
          productPriceId,
          netAmount: minorUnits(netAmount),
          taxAmount: minorUnits(taxAmount),
          creditedAmount: minorUnits(0),
          creditedTaxAmount: minorUnits(0),
          orderLeft,
        },
  )
  return { ...after, settlements: [...fresh.toReversed(), ...known] }
}

type ItemCredit = ReturnType<typeof creditsOf>[number]

function afterCredit(one: Settlement, credit: ItemCredit): Settlement {
  if (one.orderItemId !== credit.orderItemId) return one
  return {
    ...one,
    creditedAmount: minorUnits(one.creditedAmount + credit.amount),
    creditedTaxAmount: minorUnits(one.creditedTaxAmount + credit.taxAmount),
    orderLeft: {
      amount: minorUnits(one.orderLeft.amount - credit.amount),
      taxAmount: minorUnits(one.orderLeft.taxAmount - credit.taxAmount),
    },
  }
}

/** The same subscription with this usage of each meter. */
export const used = (
  facts: SubscriptionFacts,
  consumed: string,
  credited = 0,
): SubscriptionFacts => ({
  ...facts,
  prices: facts.prices.map((price) =>
    price.usage === null
      ? price
      : {
          ...price,
          usage: { ...price.usage, consumed: decimal(consumed), credited: decimal(credited) },
        },
  ),
})

/** For decisions that the test knows to be due. */
export function due<T>(decision: T | null): T {
  assert(decision !== null, 'it is due')
  return decision
}
