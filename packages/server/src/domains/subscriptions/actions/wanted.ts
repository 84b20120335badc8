import { priceAmountTypes, recurringIntervals } from '@guildhall/contract/catalog/prices'
import type { Currency, Id, MinorUnits } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { decimal } from '../../../kernel/decimal.ts'
import { minorUnits } from '../../../kernel/money.ts'
import { type DiscountWithProducts, isRedeemable } from '../../catalog/index.ts'
import type { DiscountWanted, PriceWanted, ProductWanted } from '../rules/facts.ts'
import { discountInForce } from './read-facts.ts'

/** A product as the catalog has it. */
export interface ProductSold {
  readonly id: Id<'product'>
  readonly name: string
  readonly isArchived: boolean
  readonly recurringInterval: string | null
}

/** A price as the catalog has it. */
export interface PriceSold {
  readonly id: Id<'productPrice'>
  readonly amountType: string
  readonly priceCurrency: Currency | null
  readonly priceAmount: MinorUnits | null
  readonly unitAmount: string | null
  readonly capAmount: MinorUnits | null
  readonly meterId: Id<'meter'> | null
  /** Where something is metered. */
  readonly meterName?: string | null
}

const interval = z.nullable(z.enum(recurringIntervals))
const kind = z.enum(priceAmountTypes)

/** What the catalog sells, as decisions are told of it. */
export const wantedProduct = (
  product: ProductSold,
  prices: readonly PriceSold[],
): ProductWanted => ({
  id: product.id,
  name: product.name,
  isArchived: product.isArchived,
  interval: z.parse(interval, product.recurringInterval),
  prices: prices.map(wantedPrice),
})

const wantedPrice = (price: PriceSold): PriceWanted => ({
  productPriceId: price.id,
  kind: z.parse(kind, price.amountType),
  amount: price.priceAmount ?? minorUnits(0),
  currency: price.priceCurrency,
  unitAmount: price.unitAmount === null ? null : decimal(price.unitAmount),
  capAmount: price.capAmount,
  meterId: price.meterId,
  meterName: price.meterName ?? null,
})

export const wantedDiscount = (discount: DiscountWithProducts, now: Date): DiscountWanted => {
  const { appliedAt: _appliedAt, ...wanted } = discountInForce(discount, null)
  return { ...wanted, isRedeemable: isRedeemable(discount.discount, now) }
}
