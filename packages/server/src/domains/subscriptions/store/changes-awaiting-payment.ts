import type { Insertable, Kysely, Selectable, Transaction } from 'kysely'
import type { SubscriptionChangeTable, Tables } from '../../../platform/database/db-types.gen.ts'
import { anyOf, type SubscriptionBatch } from './subscriptions.ts'

export type AwaitingChangeRow = Selectable<SubscriptionChangeTable>

export type AwaitingChangeKey = Pick<AwaitingChangeRow, 'organizationId' | 'paymentId'>

/** False if another change of the same subscription is being paid. */
export async function insertAwaitingChange(
  tx: Transaction<Tables>,
  change: Insertable<SubscriptionChangeTable>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('subscriptionChange')
    .values(change)
    .onConflict((found) => found.columns(['organizationId', 'subscriptionId']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export const findAwaitingChange = (
  db: Kysely<Tables>,
  { organizationId, paymentId }: AwaitingChangeKey,
): Promise<AwaitingChangeRow | undefined> =>
  db
    .selectFrom('subscriptionChange')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('paymentId', '=', paymentId)
    .executeTakeFirst()

export const findAwaitingChangesOf = async (
  db: Kysely<Tables>,
  { organizationId, ids }: SubscriptionBatch,
): Promise<AwaitingChangeRow[]> =>
  db
    .selectFrom('subscriptionChange')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('subscriptionId', '=', anyOf(ids))
    .execute()

/** True for one transaction only: the one that completes or abandons the change. */
export async function takeAwaitingChange(
  tx: Transaction<Tables>,
  { organizationId, paymentId }: AwaitingChangeKey,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('subscriptionChange')
    .where('organizationId', '=', organizationId)
    .where('paymentId', '=', paymentId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
