import type { Customer } from '@guildhall/contract/customers/shapes'
import type { Meter } from '@guildhall/contract/metering/shapes'
import type { Id } from '@guildhall/contract/primitives'
import type { Subscription } from '@guildhall/contract/subscriptions/subscription-shapes'
import type { Kysely } from 'kysely'
import type * as z from 'zod/mini'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import {
  type CatalogParts,
  findDiscountsOf,
  findPricesOf,
  findProductsOf,
  presentDiscount,
  type ShownProduct,
  showProducts,
} from '../../catalog/index.ts'
import { findCustomersOf, presentCustomer } from '../../customers/index.ts'
import { findMetersOf, presentMeter } from '../../metering/index.ts'
import { findShownMeters, findShownPrices, type ShownMeterRow } from '../store/shown-makings.ts'
import type { SubscriptionRow } from '../store/subscriptions.ts'

export type ShowingParts = Pick<CatalogParts, 'config' | 'keyring'>

type PriceRow = Awaited<ReturnType<typeof findPricesOf>>[number]

/** What belongs to subscriptions of one organization, read at once for all of them. */
export interface ShownMakings {
  readonly customers: ReadonlyMap<Id<'customer'>, z.output<typeof Customer>>
  readonly products: ReadonlyMap<Id<'product'>, ShownProduct>
  readonly discounts: ReadonlyMap<Id<'discount'>, NonNullable<Subscription['discount']>>
  /** By subscription, in their order. */
  readonly prices: ReadonlyMap<Id<'subscription'>, readonly PriceRow[]>
  readonly usage: ReadonlyMap<Id<'subscription'>, readonly ShownMeterRow[]>
  readonly meters: ReadonlyMap<Id<'meter'>, z.output<typeof Meter>>
}

/** By as many statements however many they are, one after the other: it may be a transaction. */
export async function gatherShown(
  db: Kysely<Tables>,
  parts: ShowingParts,
  rows: readonly [SubscriptionRow, ...SubscriptionRow[]],
): Promise<ShownMakings> {
  const [{ organizationId }] = rows
  const ids = rows.map(({ id }) => id)
  const customerIds = distinct(rows.map(({ customerId }) => customerId))
  const customers = await findCustomersOf(db, organizationId, customerIds)
  const productIds = distinct(rows.map(({ productId }) => productId))
  const products = await findProductsOf(db, organizationId, productIds)
  const shownProducts = await showProducts(db, parts, products)
  const discountIds = distinct(rows.flatMap(({ discountId }) => discountId ?? []))
  const discounts = await findDiscountsOf(db, organizationId, discountIds)
  const links = await findShownPrices(db, { organizationId, ids })
  const priceIds = distinct(links.map(({ productPriceId }) => productPriceId))
  const prices = byId(await findPricesOf(db, organizationId, priceIds))
  const usage = await findShownMeters(db, { organizationId, ids })
  const meterIds = [...usage, ...prices.values()].flatMap(({ meterId }) => meterId ?? [])
  const meters = await findMetersOf(db, organizationId, distinct(meterIds))
  return {
    customers: byId(customers.map(presentCustomer)),
    products: byId(shownProducts),
    discounts: byId(discounts.map((discount) => presentDiscount({ discount, products: [] }))),
    prices: grouped(links, ({ productPriceId }) => prices.get(productPriceId)),
    usage: grouped(usage, (row) => row),
    meters: byId(meters.map(presentMeter)),
  }
}

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)]

const byId = <T extends { readonly id: unknown }>(all: readonly T[]): ReadonlyMap<T['id'], T> =>
  new Map(all.map((one) => [one.id, one]))

/** What belongs to each subscription, in the order it came in. */
function grouped<R extends { readonly subscriptionId: Id<'subscription'> }, T>(
  rows: readonly R[],
  read: (row: R) => T | undefined,
): ReadonlyMap<Id<'subscription'>, readonly T[]> {
  const found = new Map<Id<'subscription'>, T[]>()
  for (const row of rows) {
    const one = read(row)
    if (one === undefined) continue
    const known = found.get(row.subscriptionId)
    if (known === undefined) found.set(row.subscriptionId, [one])
    else known.push(one)
  }
  return found
}
