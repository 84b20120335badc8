import { centsOf } from '#/lib/amount-text.ts'
import type { Draft } from './draft.ts'
import type { Checkout, Price } from './wire.ts'

export interface Sums {
  amount: number
  discount: number
  /** Null until the address determines it, or while the server calculates it. */
  tax: number | null
  total: number
  /** What the buyer’s credit pays. */
  credit: number
  /** What is charged now. */
  due: number
}

/** Totals from the server, or an estimate until it answers. */
export function sumsOf(checkout: Checkout, draft: Draft): Sums {
  const typed = checkout.productPrice.amountType === 'custom' ? centsOf(draft.amount) : null
  const amount = typed ?? checkout.amount
  if (amount === checkout.amount) return settledSums(checkout)
  const discount = discountOn(amount, checkout.discount)
  const total = amount - discount
  return { amount, discount, tax: null, total, credit: 0, due: total }
}

/** Totals as the server calculated them. */
export function settledSums({
  amount,
  totalAmount: total,
  dueAmount: due,
  ...sums
}: Checkout): Sums {
  const { discountAmount: discount, taxAmount: tax } = sums
  return { amount, discount, tax, total, credit: total - due, due }
}

const whole = 10_000

function discountOn(amount: number, discount: Checkout['discount']): number {
  if (discount === null) return 0
  if (discount.type === 'fixed') return Math.min(amount, discount.amount)
  return Math.round((amount * discount.basisPoints) / whole)
}

/** Estimates the totals of another product until the server answers. */
export function withProduct(checkout: Checkout, productId: string | null): Checkout {
  const product = checkout.products.find(({ id }) => id === productId)
  const productPrice = product === undefined ? undefined : staticPrice(product.prices)
  if (product === undefined || productPrice === undefined) return checkout
  const amount = amountOf(productPrice)
  const isPaid =
    amount > 0 || product.prices.some(({ amountType }) => amountType === 'metered_unit')
  return {
    ...checkout,
    product,
    productId: product.id,
    productPrice,
    amount,
    discountAmount: 0,
    netAmount: amount,
    taxAmount: null,
    totalAmount: amount,
    appliedBalanceAmount: 0,
    dueAmount: amount,
    discount: null,
    isFreeProductPrice: !isPaid,
    isPaymentRequired: amount > 0,
    isPaymentFormRequired: isPaid,
  }
}

const staticPrice = (prices: readonly Price[]): Price | undefined =>
  prices.find(({ amountType }) => amountType !== 'metered_unit') ?? prices[0]

/** The suggested amount where neither the buyer nor the seller has set one. */
const usualAmount = 1000

function amountOf(price: Price): number {
  if (price.amountType === 'fixed') return price.priceAmount
  return price.amountType === 'custom' ? (price.presetAmount ?? usualAmount) : 0
}
