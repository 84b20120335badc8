import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import type { PeriodPrice } from '../../../kernel/metered-price.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { periodPrice } from '../rules/usage-charges.ts'
import { findSubscriptionPrices } from '../store/prices.ts'
import type { SubscriptionBatch } from '../store/subscriptions.ts'
import { priceOf } from './read-facts.ts'

interface UsagePrice {
  readonly subscriptionId: Id<'subscription'>
  readonly meterId: Id<'meter'>
  /** Of usage in the current period, as if it lasted to its end. */
  readonly price: PeriodPrice
}

/** The metered prices of subscriptions. */
export async function findUsagePrices(
  db: Kysely<Tables>,
  batch: SubscriptionBatch,
): Promise<readonly UsagePrice[]> {
  const rows = await findSubscriptionPrices(db, batch)
  return rows.flatMap((row) => {
    const { subscriptionId, meterId, periodStart: start, periodEnd: end } = row
    if (meterId === null) return []
    return [{ subscriptionId, meterId, price: periodPrice(priceOf(row), { start, end }, end) }]
  })
}
