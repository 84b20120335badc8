import type { Id } from '@guildhall/contract/primitives'
import type {
  BilledUsageItem,
  Subscription,
} from '@guildhall/contract/subscriptions/subscription-shapes'
import type { Kysely } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import { byId, distinct, groupBy } from '../../../kernel/indexing.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { CatalogDeps } from '../../catalog/actions/deps.ts'
import { expandProducts } from '../../catalog/actions/expand-products.ts'
import { presentDiscount } from '../../catalog/present/discount.ts'
import { presentPrice } from '../../catalog/present/price.ts'
import { findDiscounts } from '../../catalog/store/discounts.ts'
import { findPrices } from '../../catalog/store/product-prices.ts'
import { findProducts } from '../../catalog/store/products.ts'
import { presentCustomer } from '../../customers/present/customer.ts'
import { findCustomersByIds } from '../../customers/store/customers.ts'
import { presentMeter } from '../../metering/present/meter.ts'
import { findMeters } from '../../metering/store/meters.ts'
import { findItemsOfUsage } from '../../orders/store/orders.ts'
import {
  presentBilledItem,
  presentInterval,
  presentMeterUsage,
  presentSubscription,
  type SubscriptionDetails,
} from '../present/subscription.ts'
import { findPriceLinks } from '../store/prices.ts'
import type { SubscriptionRow } from '../store/subscriptions.ts'
import { findSubscriptionUsage, type SubscriptionUsage } from '../store/usage.ts'

type ShowDeps = Pick<CatalogDeps, 'config' | 'keyring'>

/** Subscriptions of one organization; any number of them takes the same statements. */
export async function showSubscriptions(
  db: Kysely<Tables>,
  deps: ShowDeps,
  rows: readonly SubscriptionRow[],
): Promise<Subscription[]> {
  const [first, ...others] = rows
  if (first === undefined) return []
  const detailsOf = await readDetails(db, deps, [first, ...others])
  return rows.map((row) => presentSubscription(row, detailsOf(row)))
}

export async function showSubscription(
  db: Kysely<Tables>,
  deps: ShowDeps,
  row: SubscriptionRow,
): Promise<Subscription> {
  const [shown] = await showSubscriptions(db, deps, [row])
  assert(shown !== undefined, 'one row is shown as one subscription')
  return shown
}

/** Reads one after the other, because this may run in a transaction. */
async function readDetails(
  db: Kysely<Tables>,
  deps: ShowDeps,
  rows: readonly [SubscriptionRow, ...SubscriptionRow[]],
): Promise<(row: SubscriptionRow) => SubscriptionDetails> {
  const [{ organizationId }] = rows
  const ids = rows.map(({ id }) => id)
  const customerIds = distinct(rows.map(({ customerId }) => customerId))
  const customers = byId(
    (await findCustomersByIds(db, organizationId, customerIds)).map(presentCustomer),
  )
  const productIds = distinct(rows.map(({ productId }) => productId))
  const products = byId(
    await expandProducts(db, deps, await findProducts(db, organizationId, productIds)),
  )
  const discountIds = distinct(rows.flatMap(({ discountId }) => discountId ?? []))
  const discounts = byId(
    (await findDiscounts(db, organizationId, discountIds)).map((discount) =>
      presentDiscount({ discount, products: [] }),
    ),
  )
  const links = await findPriceLinks(db, { organizationId, ids })
  const priceIds = distinct(links.map(({ productPriceId }) => productPriceId))
  const prices = byId(await findPrices(db, organizationId, priceIds))
  const usage = await findSubscriptionUsage(db, { organizationId, ids })
  const itemsOf = await readBilledItems(db, organizationId, usage)
  const meterIds = [...usage, ...prices.values()].flatMap(({ meterId }) => meterId ?? [])
  const meters = byId((await findMeters(db, organizationId, distinct(meterIds))).map(presentMeter))
  const linksOf = groupBy(links, ({ subscriptionId }) => subscriptionId)
  const usageOf = groupBy(usage, ({ subscriptionId }) => subscriptionId)
  return (row) => {
    const customer = customers.get(row.customerId)
    const product = products.get(row.productId)
    assert(customer !== undefined && product !== undefined, 'rows that are referenced exist')
    const context = { recurringInterval: presentInterval(row), meters }
    return {
      customer,
      product,
      discount: row.discountId === null ? null : (discounts.get(row.discountId) ?? null),
      prices: (linksOf.get(row.id) ?? []).flatMap(({ productPriceId }) => {
        const price = prices.get(productPriceId)
        return price === undefined ? [] : presentPrice(price, context)
      }),
      meters: (usageOf.get(row.id) ?? []).map((used) => {
        const meter = meters.get(used.meterId)
        assert(meter !== undefined, 'meters are never deleted')
        return { ...presentMeterUsage(used), billedItems: itemsOf(used), meter }
      }),
    }
  }
}

/** What has billed this usage, the latest first. */
async function readBilledItems(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  usage: readonly SubscriptionUsage[],
): Promise<(used: SubscriptionUsage) => BilledUsageItem[]> {
  const ids = usage.flatMap(({ settlementIds }) => settlementIds)
  const items = await findItemsOfUsage(db, organizationId, ids)
  return ({ settlementIds }) =>
    items
      .filter(({ usageSettlementId: id }) => id !== null && settlementIds.includes(id))
      .map(presentBilledItem)
      .reverse()
}
