import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'

interface PaymentKey {
  readonly organizationId: Id<'organization'>
  readonly paymentId: Id<'payment'>
}

/** The order that a payment belongs to; null where there is none yet. */
export async function findOrderPaidBy(
  db: Kysely<Tables>,
  { organizationId, paymentId }: PaymentKey,
): Promise<Id<'order'> | null> {
  const found = await db
    .selectFrom('payment')
    .select('orderId')
    .where('organizationId', '=', organizationId)
    .where('id', '=', paymentId)
    .executeTakeFirst()
  return found?.orderId ?? null
}
