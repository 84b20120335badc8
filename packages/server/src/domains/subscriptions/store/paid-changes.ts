import type { Insertable, Kysely, Selectable, Transaction } from 'kysely'
import type { SubscriptionChangeTable, Tables } from '../../../platform/database/db-types.gen.ts'

export type PaidChangeRow = Selectable<SubscriptionChangeTable>

export type PaidChangeKey = Pick<PaidChangeRow, 'organizationId' | 'paymentId'>

/** False where another change of the same subscription is being paid. */
export async function insertPaidChange(
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

export const findPaidChange = (
  db: Kysely<Tables>,
  { organizationId, paymentId }: PaidChangeKey,
): Promise<PaidChangeRow | undefined> =>
  db
    .selectFrom('subscriptionChange')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('paymentId', '=', paymentId)
    .executeTakeFirst()

/** Whoever gets it carries it out, or gives it up: true once. */
export async function takePaidChange(
  tx: Transaction<Tables>,
  { organizationId, paymentId }: PaidChangeKey,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('subscriptionChange')
    .where('organizationId', '=', organizationId)
    .where('paymentId', '=', paymentId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
