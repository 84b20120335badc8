import type { Id } from '@guildhall/contract/primitives'
import type { Insertable, Kysely, Transaction } from 'kysely'
import type { DiscountRedemptionTable, Tables } from '../../../platform/database/db-types.gen.ts'
import type { CheckoutKey } from './checkouts.ts'

export async function insertRedemption(
  tx: Transaction<Tables>,
  redemption: Omit<Insertable<DiscountRedemptionTable>, 'orderId'>,
): Promise<void> {
  await tx.insertInto('discountRedemption').values(redemption).execute()
}

/** The discount that a checkout has redeemed. */
export async function findRedeemed(
  db: Kysely<Tables>,
  { organizationId, id }: CheckoutKey,
): Promise<Id<'discount'> | null> {
  const found = await db
    .selectFrom('discountRedemption')
    .select('discountId')
    .where('organizationId', '=', organizationId)
    .where('checkoutId', '=', id)
    .executeTakeFirst()
  return found?.discountId ?? null
}

/** True for the caller that deleted it, who must release the redemption. */
export async function deleteRedemption(
  tx: Transaction<Tables>,
  { organizationId, id }: CheckoutKey,
): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('discountRedemption')
    .where('organizationId', '=', organizationId)
    .where('checkoutId', '=', id)
    .returning('checkoutId')
    .executeTakeFirst()
  return deleted !== undefined
}

export async function linkRedemption(
  tx: Transaction<Tables>,
  { organizationId, id }: CheckoutKey,
  orderId: Id<'order'>,
): Promise<void> {
  await tx
    .updateTable('discountRedemption')
    .set({ orderId })
    .where('organizationId', '=', organizationId)
    .where('checkoutId', '=', id)
    .execute()
}
