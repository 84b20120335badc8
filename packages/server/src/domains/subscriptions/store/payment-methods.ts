import type { Id } from '@guildhall/contract/primitives'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'

interface OfCustomer {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
}

/** Whether anything of theirs will still be charged. */
export async function willBeCharged(
  tx: Transaction<Tables>,
  { organizationId, customerId }: OfCustomer,
): Promise<boolean> {
  const found = await tx
    .selectFrom('subscription')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', customerId)
    .where((is) =>
      is.or([
        is('status', 'in', ['past_due', 'unpaid', 'incomplete']),
        is.and([
          is('status', 'in', ['trialing', 'active']),
          is('cancelAtPeriodEnd', '=', false),
          sql<boolean>`exists (
            select from subscription_price p
             where p.organization_id = subscription.organization_id
               and p.subscription_id = subscription.id and p.kind <> 'free')`,
        ]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

interface Succession extends OfCustomer {
  readonly paymentMethodId: Id<'paymentMethod'>
  readonly successorId: Id<'paymentMethod'>
}

/** What was decided with the one that goes is decided again. */
export async function replaceMethod(
  tx: Transaction<Tables>,
  { organizationId, customerId, paymentMethodId, successorId }: Succession,
): Promise<void> {
  await tx
    .updateTable('subscription')
    .set({ paymentMethodId: successorId, version: sql`version + 1` })
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', customerId)
    .where('paymentMethodId', '=', paymentMethodId)
    .execute()
}
