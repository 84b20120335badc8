import type { Id } from '@guildhall/contract/primitives'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { SubscriptionKey, SubscriptionRow } from './subscriptions.ts'

export interface PurchaseKey {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
  readonly checkoutId: Id<'checkout'>
}

export const lockSubscriptionOfPurchase = (
  tx: Transaction<Tables>,
  { organizationId, customerId, checkoutId }: PurchaseKey,
): Promise<SubscriptionRow | undefined> =>
  tx
    .selectFrom('subscription')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', customerId)
    .where('checkoutId', '=', checkoutId)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** A new version, so that decisions made with the former card are made again. */
export async function markAccepted(
  tx: Transaction<Tables>,
  { organizationId, id }: SubscriptionKey,
  accepted: Pick<SubscriptionRow, 'paymentMethodId' | 'acceptedAt'>,
): Promise<void> {
  await tx
    .updateTable('subscription')
    .set({ ...accepted, version: sql`version + 1` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute()
}
