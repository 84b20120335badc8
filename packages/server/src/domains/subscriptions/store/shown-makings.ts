import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, type Selectable, sql } from 'kysely'
import type {
  SubscriptionMeterTable,
  SubscriptionPriceTable,
  Tables,
} from '../../../platform/database/db-types.gen.ts'
import { isOneOf } from '../../../platform/database/one-of.ts'
import type { SubscriptionRow } from './subscriptions.ts'

// What subscriptions show beside their own, of many in one statement each. What was deleted since is
// shown as well.

interface Wanted<B extends string> {
  readonly organizationId: Id<'organization'>
  readonly ids: readonly Id<B>[]
}

/** The prices that each was subscribed at, in their order. */
export const findShownPrices = (
  db: Kysely<Tables>,
  { organizationId, ids }: Wanted<'subscription'>,
): Promise<Pick<Selectable<SubscriptionPriceTable>, 'subscriptionId' | 'productPriceId'>[]> =>
  db
    .selectFrom('subscriptionPrice')
    .select(['subscriptionId', 'productPriceId'])
    .where('organizationId', '=', organizationId)
    .where('subscriptionId', '=', anyOf(ids))
    .orderBy('subscriptionId')
    .orderBy('position')
    .execute()

export type ShownMeterRow = Selectable<SubscriptionMeterTable>

export const findShownMeters = (
  db: Kysely<Tables>,
  { organizationId, ids }: Wanted<'subscription'>,
): Promise<ShownMeterRow[]> =>
  db
    .selectFrom('subscriptionMeter')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('subscriptionId', '=', anyOf(ids))
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/** What was used of these subscriptions, of whichever organizations. */
export const findMetersOf = async (
  db: Kysely<Tables>,
  subscriptions: readonly Pick<SubscriptionRow, 'organizationId' | 'id'>[],
): Promise<ShownMeterRow[]> =>
  subscriptions.length === 0
    ? []
    : db
        .selectFrom('subscriptionMeter')
        .selectAll()
        .where(isOneOf(sql`(organization_id, subscription_id)`, subscriptions))
        .orderBy('createdAt')
        .orderBy('id')
        .execute()

const anyOf = <B extends string>(ids: readonly Id<B>[]) => sql<Id<B>>`any(${ids}::uuid[])`
