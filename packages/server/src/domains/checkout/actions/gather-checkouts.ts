import type { Price } from '@guildhall/contract/catalog/prices'
import type { Id, MinorUnits } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import type * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { findExpandedProducts } from '../../catalog/actions/expand-products.ts'
import { presentPrice } from '../../catalog/present/price.ts'
import type { ExpandedProduct } from '../../catalog/present/product.ts'
import { type DiscountWithProducts, withProducts } from '../../catalog/store/discount-products.ts'
import { findDiscounts } from '../../catalog/store/discounts.ts'
import { findPrices } from '../../catalog/store/product-prices.ts'
import { findMeters } from '../../metering/store/meters.ts'
import { findPaymentsOf, type PaymentRow } from '../../payments/store/payments.ts'
import { type CheckoutRow, type FoundCheckout, listOfferedProducts } from '../store/checkouts.ts'
import type { CheckoutDeps } from './deps.ts'
import { gatherCredits } from './gather-credits.ts'

/** What checkouts of one organization refer to. */
export interface CheckoutDetails {
  /** The products of each checkout, in the seller's order. */
  readonly offered: ReadonlyMap<Id<'checkout'>, readonly Id<'product'>[]>
  readonly products: ReadonlyMap<Id<'product'>, ExpandedProduct>
  readonly prices: ReadonlyMap<Id<'productPrice'>, z.output<typeof Price>>
  readonly discounts: ReadonlyMap<Id<'discount'>, DiscountWithProducts>
  /** Only of confirmed checkouts. */
  readonly payments: ReadonlyMap<Id<'payment'>, PaymentRow>
  /** What each may use of the balance of its customer; only of proved customers. */
  readonly credits: ReadonlyMap<Id<'checkout'>, MinorUnits>
}

type Deps = Pick<CheckoutDeps, 'config' | 'keyring'>

/** Everything that checkouts of one organization refer to; takes a fixed number of statements. */
export async function gatherCheckouts(
  db: Kysely<Tables>,
  deps: Deps,
  rows: readonly CheckoutRow[],
): Promise<CheckoutDetails> {
  const [first] = rows
  if (first === undefined) return noDetails
  const ids = rows.map(({ id }) => id)
  const links = await listOfferedProducts(db, first.organizationId, ids)
  return gather(db, deps, { rows, offered: grouped(links), organizationId: first.organizationId })
}

/** The same for one checkout, whose products are already known. */
export const gatherCheckout = (
  db: Kysely<Tables>,
  deps: Deps,
  { row, productIds }: Pick<FoundCheckout, 'row' | 'productIds'>,
): Promise<CheckoutDetails> => {
  const { organizationId, id } = row
  return gather(db, deps, { rows: [row], offered: new Map([[id, productIds]]), organizationId })
}

interface Gathered {
  readonly organizationId: Id<'organization'>
  readonly rows: readonly CheckoutRow[]
  readonly offered: CheckoutDetails['offered']
}

async function gather(
  db: Kysely<Tables>,
  deps: Deps,
  { organizationId, rows, offered }: Gathered,
): Promise<CheckoutDetails> {
  const paying = rows.filter(({ status }) => status === 'confirmed').map(({ id }) => id)
  const [products, discounts, payments, credits] = await Promise.all([
    gatherProducts(db, deps, organizationId, distinct([...offered.values()].flat())),
    gatherDiscounts(db, organizationId, distinct(rows.flatMap((row) => row.discountId ?? []))),
    paying.length === 0 ? [] : findPaymentsOf(db, organizationId, { checkoutIds: paying }),
    gatherCredits(db, organizationId, rows),
  ])
  return {
    offered,
    products,
    prices: await gatherPrices(db, rows, products),
    discounts,
    payments: new Map(payments.map((payment) => [payment.id, payment])),
    credits,
  }
}

const noDetails: CheckoutDetails = {
  offered: new Map(),
  products: new Map(),
  prices: new Map(),
  discounts: new Map(),
  payments: new Map(),
  credits: new Map(),
}

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)]

export async function gatherProducts(
  db: Kysely<Tables>,
  deps: Deps,
  organizationId: Id<'organization'>,
  ids: readonly Id<'product'>[],
): Promise<ReadonlyMap<Id<'product'>, ExpandedProduct>> {
  const shown = await findExpandedProducts(db, deps, { organizationId, ids })
  return new Map(shown.map((product) => [product.id, product]))
}

export async function gatherDiscounts(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  ids: readonly Id<'discount'>[],
): Promise<ReadonlyMap<Id<'discount'>, DiscountWithProducts>> {
  const loaded = await withProducts(db, await findDiscounts(db, organizationId, ids))
  return new Map(loaded.map((one) => [one.discount.id, one]))
}

/** Includes prices that were archived meanwhile. */
async function gatherPrices(
  db: Kysely<Tables>,
  rows: readonly CheckoutRow[],
  products: CheckoutDetails['products'],
): Promise<CheckoutDetails['prices']> {
  const active = [...products.values()].flatMap(({ prices }) => prices)
  const prices = new Map(active.map((price) => [price.id, price]))
  const missing = distinct(rows.map(({ productPriceId }) => productPriceId)).filter(
    (id) => !prices.has(id),
  )
  const [first] = rows
  if (missing.length === 0 || first === undefined) return prices
  const { organizationId } = first
  const archived = await findPrices(db, organizationId, missing)
  const meterIds = distinct(archived.flatMap(({ meterId }) => meterId ?? []))
  const found = await findMeters(db, organizationId, meterIds)
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
): CheckoutDetails['offered'] {
  const offered = new Map<Id<'checkout'>, Id<'product'>[]>()
  for (const { checkoutId, productId } of links) {
    const known = offered.get(checkoutId)
    if (known === undefined) offered.set(checkoutId, [productId])
    else known.push(productId)
  }
  return offered
}
