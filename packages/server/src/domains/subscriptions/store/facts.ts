import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, type Selectable, sql } from 'kysely'
import type {
  BillingEntryTable,
  SubscriptionPriceTable,
  Tables,
} from '../../../platform/database/db-types.gen.ts'
import type { SomeSubscriptions } from './subscriptions.ts'

// What decisions are told of subscriptions beside their rows, of many in one statement each.

export type PriceInForceRow = Selectable<SubscriptionPriceTable> & {
  /** Null where nothing of it is metered. */
  readonly consumedUnits: string | null
  readonly creditedUnits: number | null
  readonly meterName: string | null
}

/** In the order in which they are shown, with what was used of those that are metered. */
export const findPricesInForce = (
  db: Kysely<Tables>,
  { organizationId, ids }: SomeSubscriptions,
): Promise<PriceInForceRow[]> =>
  db
    .selectFrom('subscriptionPrice as price')
    .leftJoin('subscriptionMeter as used', (join) =>
      join
        .onRef('used.organizationId', '=', 'price.organizationId')
        .onRef('used.subscriptionId', '=', 'price.subscriptionId')
        .onRef('used.meterId', '=', 'price.meterId'),
    )
    .leftJoin('meter', (join) =>
      join
        .onRef('meter.organizationId', '=', 'price.organizationId')
        .onRef('meter.id', '=', 'price.meterId'),
    )
    .selectAll('price')
    .select(['used.consumedUnits', 'used.creditedUnits', 'meter.name as meterName'])
    .where('price.organizationId', '=', organizationId)
    .where('price.subscriptionId', '=', anyOf(ids))
    .orderBy('price.subscriptionId')
    .orderBy('price.position')
    .execute()

export type EntryRow = Selectable<BillingEntryTable>

/** What no order has yet, in the order in which it came. */
export const findWaitingEntries = (
  db: Kysely<Tables>,
  { organizationId, ids }: SomeSubscriptions,
): Promise<EntryRow[]> =>
  db
    .selectFrom('billingEntry')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('subscriptionId', '=', anyOf(ids))
    .where('orderId', 'is', null)
    .orderBy('createdAt')
    .orderBy('position')
    .orderBy('id')
    .execute()

const anyOf = <B extends string>(ids: readonly Id<B>[]) => sql<Id<B>>`any(${ids}::uuid[])`
