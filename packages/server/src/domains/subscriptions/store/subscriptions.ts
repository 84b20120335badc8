import type { Id } from '@guildhall/contract/primitives'
import {
  openSubscriptionStatuses,
  overdueSubscriptionStatuses,
  startedSubscriptionStatuses,
} from '@guildhall/contract/subscriptions/subscription-statuses'
import { type InsertObject, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { SubscriptionTable, Tables } from '../../../platform/database/db-types.gen.ts'
import type { JsonValue } from '../../../platform/database/json.ts'

export type SubscriptionRow = Selectable<SubscriptionTable>

export type SubscriptionKey = Pick<SubscriptionRow, 'organizationId' | 'id'>

/** Some subscriptions of one organization. */
export interface SubscriptionBatch {
  readonly organizationId: Id<'organization'>
  readonly ids: readonly Id<'subscription'>[]
}

/** The columns of another table that name a subscription. */
export interface SubscriptionReference {
  readonly organizationId: Id<'organization'>
  readonly subscriptionId: Id<'subscription'>
}

/** Rows that travel to a statement as JSON. */
export type JsonRows<T> = readonly { readonly [K in keyof T]: T[K] & (JsonValue | Date) }[]

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
  { organizationId, ids }: SubscriptionBatch,
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

/** In the order of their ids, so that two transactions can’t deadlock. */
export const lockSubscriptions = async (
  tx: Transaction<Tables>,
  { organizationId, ids }: SubscriptionBatch,
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

const subscriptionsOf = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  customerId: Id<'customer'>,
) =>
  db
    .selectFrom('subscription')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', customerId)

/** The subscriptions of a customer that haven’t ended, the oldest first. */
export const findOpenSubscriptionsOf = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  customerId: Id<'customer'>,
): Promise<SubscriptionRow[]> =>
  subscriptionsOf(db, organizationId, customerId)
    .where('endedAt', 'is', null)
    .where('status', 'in', openSubscriptionStatuses)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/** The subscriptions of a customer whose last order is still collected after they ended. */
export const findEndedInArrearsOf = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  customerId: Id<'customer'>,
): Promise<SubscriptionRow[]> =>
  subscriptionsOf(db, organizationId, customerId)
    .where('endedAt', 'is not', null)
    .where('finalActionAt', 'is not', null)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/** The accepted subscriptions of a customer that have an overdue payment, also ended ones. */
export const findOverdueSubscriptionsOf = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  customerId: Id<'customer'>,
): Promise<SubscriptionRow[]> =>
  subscriptionsOf(db, organizationId, customerId)
    .where('acceptedAt', 'is not', null)
    .where((is) =>
      is.or([is('status', 'in', overdueSubscriptionStatuses), is('finalActionAt', 'is not', null)]),
    )
    .orderBy('id')
    .execute()

/** How many of an organization’s subscriptions haven’t ended and aren’t free. */
export async function countPaidSubscriptions(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
): Promise<number> {
  const { count } = await db
    .selectFrom('subscription')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organizationId', '=', organizationId)
    .where('status', 'in', startedSubscriptionStatuses)
    .where(isPaid(organizationId))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Whether any of a subscription’s prices costs something. */
export const isPaid = (organizationId: Id<'organization'>) => sql<boolean>`exists (
  select from subscription_price p
   where p.organization_id = ${organizationId}
     and p.subscription_id = subscription.id and p.kind <> 'free')`

/** Whether it costs something now. */
export async function isSubscriptionPaid(
  db: Kysely<Tables>,
  { organizationId, id }: SubscriptionKey,
): Promise<boolean> {
  const found = await db
    .selectFrom('subscription')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where(isPaid(organizationId))
    .executeTakeFirst()
  return found !== undefined
}

/** Violates `subscription_of_checkout` if the checkout already has a subscription. */
export const insertSubscription = (
  tx: Transaction<Tables>,
  subscription: InsertObject<Tables, 'subscription'>,
): Promise<SubscriptionRow> =>
  tx.insertInto('subscription').values(subscription).returningAll().executeTakeFirstOrThrow()

export const anyOf = <B extends string>(ids: readonly Id<B>[]) => sql<Id<B>>`any(${ids}::uuid[])`
