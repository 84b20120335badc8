import type { Price } from '@guildhall/contract/catalog/prices'
import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import type * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import {
  type DiscountWithProducts,
  findDiscountsOf,
  findPricesOf,
  findShownProducts,
  presentPrice,
  type ShownProduct,
  withProducts,
} from '../../catalog/index.ts'
import { findMetersOf } from '../../metering/index.ts'
import { findPaymentsOf, type PaymentRow } from '../../payments/index.ts'
import { type CheckoutRow, type FoundCheckout, listOfferedProducts } from '../store/checkouts.ts'
import type { CheckoutParts } from './parts.ts'

type ShownPrice = z.output<typeof Price>

/** What belongs to checkouts of one organization, read at once for all of them. */
export interface CheckoutMakings {
  /** By checkout, in the seller’s order. */
  readonly offered: ReadonlyMap<Id<'checkout'>, readonly Id<'product'>[]>
  readonly products: ReadonlyMap<Id<'product'>, ShownProduct>
  readonly prices: ReadonlyMap<Id<'productPrice'>, ShownPrice>
  readonly discounts: ReadonlyMap<Id<'discount'>, DiscountWithProducts>
  /** Of those whose payment is under way. */
  readonly payments: ReadonlyMap<Id<'payment'>, PaymentRow>
}

type ShowingParts = Pick<CheckoutParts, 'config' | 'keyring'>

export async function gatherCheckouts(
  db: Kysely<Tables>,
  parts: ShowingParts,
  rows: readonly CheckoutRow[],
): Promise<CheckoutMakings> {
  const [first] = rows
  if (first === undefined) return nothing
  const ids = rows.map(({ id }) => id)
  const links = await listOfferedProducts(db, first.organizationId, ids)
  return gather(db, parts, { rows, offered: grouped(links), organizationId: first.organizationId })
}

/** The same of one, with which was found what it offers. */
export const gatherCheckout = (
  db: Kysely<Tables>,
  parts: ShowingParts,
  { row, productIds }: Pick<FoundCheckout, 'row' | 'productIds'>,
): Promise<CheckoutMakings> => {
  const { organizationId, id } = row
  return gather(db, parts, { rows: [row], offered: new Map([[id, productIds]]), organizationId })
}

interface Offering {
  readonly organizationId: Id<'organization'>
  readonly rows: readonly CheckoutRow[]
  readonly offered: CheckoutMakings['offered']
}

async function gather(
  db: Kysely<Tables>,
  parts: ShowingParts,
  { organizationId, rows, offered }: Offering,
): Promise<CheckoutMakings> {
  const paying = rows.filter(({ status }) => status === 'confirmed').map(({ id }) => id)
  const [products, discounts, payments] = await Promise.all([
    gatherProducts(db, parts, organizationId, distinct([...offered.values()].flat())),
    gatherDiscounts(db, organizationId, distinct(rows.flatMap((row) => row.discountId ?? []))),
    paying.length === 0 ? [] : findPaymentsOf(db, organizationId, { checkoutIds: paying }),
  ])
  return {
    offered,
    products,
    prices: await gatherPrices(db, rows, products),
    discounts,
    payments: new Map(payments.map((payment) => [payment.id, payment])),
  }
}

const nothing: CheckoutMakings = {
  offered: new Map(),
  products: new Map(),
  prices: new Map(),
  discounts: new Map(),
  payments: new Map(),
}

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)]

export async function gatherProducts(
  db: Kysely<Tables>,
  parts: ShowingParts,
  organizationId: Id<'organization'>,
  ids: readonly Id<'product'>[],
): Promise<ReadonlyMap<Id<'product'>, ShownProduct>> {
  const shown = await findShownProducts(db, parts, { organizationId, ids })
  return new Map(shown.map((product) => [product.id, product]))
}

export async function gatherDiscounts(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  ids: readonly Id<'discount'>[],
): Promise<ReadonlyMap<Id<'discount'>, DiscountWithProducts>> {
  const whole = await withProducts(db, await findDiscountsOf(db, organizationId, ids))
  return new Map(whole.map((one) => [one.discount.id, one]))
}

/** With those that were archived since. */
async function gatherPrices(
  db: Kysely<Tables>,
  rows: readonly CheckoutRow[],
  products: CheckoutMakings['products'],
): Promise<CheckoutMakings['prices']> {
  const inUse = [...products.values()].flatMap(({ prices }) => prices)
  const prices = new Map(inUse.map((price) => [price.id, price]))
  const missing = distinct(rows.map(({ productPriceId }) => productPriceId)).filter(
    (id) => !prices.has(id),
  )
  const [first] = rows
  if (missing.length === 0 || first === undefined) return prices
  const { organizationId } = first
  const archived = await findPricesOf(db, organizationId, missing)
  const meterIds = distinct(archived.flatMap(({ meterId }) => meterId ?? []))
  const found = await findMetersOf(db, organizationId, meterIds)
  const meters = new Map(found.map((meter) => [meter.id, meter]))
  for (const price of archived) {
    const product = products.get(price.productId)
    assert(product !== undefined, 'a product is never deleted')
    const { recurringInterval } = product
    prices.set(price.id, presentPrice(price, { recurringInterval, meters }))
  }
  return prices
}

function grouped(
  links: readonly { readonly checkoutId: Id<'checkout'>; readonly productId: Id<'product'> }[],
): CheckoutMakings['offered'] {
  const offered = new Map<Id<'checkout'>, Id<'product'>[]>()
  for (const { checkoutId, productId } of links) {
    const known = offered.get(checkoutId)
    if (known === undefined) offered.set(checkoutId, [productId])
    else known.push(productId)
  }
  return offered
}
