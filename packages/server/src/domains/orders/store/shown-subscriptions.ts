import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, type Selectable, sql } from 'kysely'
import type {
  SubscriptionShownTable,
  SubscriptionTable,
  Tables,
} from '../../../platform/database/db-types.gen.ts'

/** PostgreSQL reports the columns of a view as nullable; these have the types of the table. */
export type ShownSubscriptionRow = Pick<Selectable<SubscriptionTable>, keyof SubscriptionShownTable>

/** Through a view, because subscriptions are to the right of orders. For display only. */
export const findShownSubscriptions = async (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  ids: readonly Id<'subscription'>[],
): Promise<ShownSubscriptionRow[]> =>
  ids.length === 0
    ? []
    : db
        .selectFrom('subscriptionShown')
        .selectAll()
        .$castTo<ShownSubscriptionRow>()
        .where('organizationId', '=', organizationId)
        .where('id', '=', sql<Id<'subscription'>>`any(${ids}::uuid[])`)
        .execute()
