import type { Id } from '@guildhall/contract/primitives'
import { type InsertObject, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { SubscriptionTable, Tables } from '../../../platform/database/db-types.gen.ts'

export type SubscriptionRow = Selectable<SubscriptionTable>

export type SubscriptionKey = Pick<SubscriptionRow, 'organizationId' | 'id'>

/** Some of one organization. */
export interface SomeSubscriptions {
  readonly organizationId: Id<'organization'>
  readonly ids: readonly Id<'subscription'>[]
}

export const findSubscription = (
  db: Kysely<Tables>,
  { organizationId, id }: SubscriptionKey,
): Promise<SubscriptionRow | undefined> =>
  db
    .selectFrom('subscription')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()

/** In any of these organizations. */
export const findSubscriptionIn = (
  db: Kysely<Tables>,
  organizationIds: readonly Id<'organization'>[],
  id: Id<'subscription'>,
): Promise<SubscriptionRow | undefined> =>
  db
    .selectFrom('subscription')
    .selectAll()
    .where('organizationId', 'in', organizationIds)
    .where('id', '=', id)
    .executeTakeFirst()

export const findSubscriptions = async (
  db: Kysely<Tables>,
  { organizationId, ids }: SomeSubscriptions,
): Promise<SubscriptionRow[]> =>
  ids.length === 0
    ? []
    : db
        .selectFrom('subscription')
        .selectAll()
        .where('organizationId', '=', organizationId)
        .where('id', '=', anyOf(ids))
        .orderBy('id')
        .execute()

/** For changing them, always in the same order, so that nobody waits in a circle. */
export const lockSubscriptions = async (
  tx: Transaction<Tables>,
  { organizationId, ids }: SomeSubscriptions,
): Promise<SubscriptionRow[]> =>
  ids.length === 0
    ? []
    : tx
        .selectFrom('subscription')
        .selectAll()
        .where('organizationId', '=', organizationId)
        .where('id', '=', anyOf(ids))
        .orderBy('id')
        .forNoKeyUpdate()
        .execute()

/** Those of a customer that haven’t ended, the oldest first. */
export const findOpenSubscriptionsOf = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  customerId: Id<'customer'>,
): Promise<SubscriptionRow[]> =>
  db
    .selectFrom('subscription')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', customerId)
    .where('endedAt', 'is', null)
    .where('status', 'in', ['trialing', 'active', 'past_due', 'unpaid', 'incomplete'])
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/** Violates `subscription_of_checkout` where the checkout has ended in one already. */
export const insertSubscription = (
  tx: Transaction<Tables>,
  subscription: InsertObject<Tables, 'subscription'>,
): Promise<SubscriptionRow> =>
  tx.insertInto('subscription').values(subscription).returningAll().executeTakeFirstOrThrow()

const anyOf = <B extends string>(ids: readonly Id<B>[]) => sql<Id<B>>`any(${ids}::uuid[])`
