import { priceAmountTypes, recurringIntervals } from '@guildhall/contract/catalog/prices'
import type { Currency, Id, MinorUnits } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import { minorUnits } from '../../../kernel/money.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { type PriceColumnsRead, priceFromColumns } from '../../../platform/database/read-price.ts'
import { isRedeemable } from '../../catalog/rules/discount-use.ts'
import { type DiscountWithProducts, withProducts } from '../../catalog/store/discount-products.ts'
import { findDiscounts } from '../../catalog/store/discounts.ts'
import { listActivePrices } from '../../catalog/store/product-prices.ts'
import { findProducts } from '../../catalog/store/products.ts'
import type { CatalogDiscount, CatalogPrice, CatalogProduct } from '../rules/facts.ts'
import { subscriptionDiscount } from './read-facts.ts'

interface CatalogKey<B extends string> {
  readonly organizationId: Id<'organization'>
  readonly id: Id<B>
}

/** Undefined if the organization has no such product. */
export async function readCatalogProduct(
  db: Kysely<Tables>,
  { organizationId, id }: CatalogKey<'product'>,
): Promise<CatalogProduct | undefined> {
  const [product] = await findProducts(db, organizationId, [id])
  if (product === undefined) return undefined
  return catalogProduct(product, await listActivePrices(db, organizationId, [id]))
}

/** Undefined if the organization has no such discount. */
export async function readCatalogDiscount(
  db: Kysely<Tables>,
  { organizationId, id }: CatalogKey<'discount'>,
  now: Date,
): Promise<CatalogDiscount | undefined> {
  const [found] = await withProducts(db, await findDiscounts(db, organizationId, [id]))
  return found && catalogDiscount(found, now)
}

export interface CatalogProductRow {
  readonly id: Id<'product'>
  readonly name: string
  readonly isArchived: boolean
  readonly recurringInterval: string | null
}

export interface CatalogPriceRow extends PriceColumnsRead {
  readonly id: Id<'productPrice'>
  readonly amountType: string
  readonly priceCurrency: Currency | null
  readonly priceAmount: MinorUnits | null
  readonly meterId: Id<'meter'> | null
  readonly meterName?: string | null
}

const interval = z.nullable(z.enum(recurringIntervals))
const kind = z.enum(priceAmountTypes)

export const catalogProduct = (
  product: CatalogProductRow,
  prices: readonly CatalogPriceRow[],
): CatalogProduct => ({
  id: product.id,
  name: product.name,
  isArchived: product.isArchived,
  interval: z.parse(interval, product.recurringInterval),
  prices: prices.map(catalogPrice),
})

const catalogPrice = (price: CatalogPriceRow): CatalogPrice => ({
  productPriceId: price.id,
  kind: z.parse(kind, price.amountType),
  amount: price.priceAmount ?? minorUnits(0),
  currency: price.priceCurrency,
  metered: priceFromColumns(price),
  meterId: price.meterId,
  meterName: price.meterName ?? null,
})

export const catalogDiscount = (found: DiscountWithProducts, now: Date): CatalogDiscount => {
  const { appliedAt: _appliedAt, ...discount } = subscriptionDiscount(found, null)
  return { ...discount, isRedeemable: isRedeemable(found.discount, now) }
}
