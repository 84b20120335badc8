import type { Id } from '@guildhall/contract/primitives'
import {
  activeSubscriptionStatuses,
  overdueSubscriptionStatuses,
} from '@guildhall/contract/subscriptions/subscription-statuses'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { isPaid, type SubscriptionKey } from './subscriptions.ts'

interface CustomerKey {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
}

/** Whether anything will still be charged to the customer’s own cards. */
export async function hasFutureCharges(
  tx: Transaction<Tables>,
  { organizationId, customerId }: CustomerKey,
): Promise<boolean> {
  const found = await tx
    .selectFrom('subscription')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', customerId)
    .where('acceptedAt', 'is not', null)
    .where((is) =>
      is.or([
        is('status', 'in', [...overdueSubscriptionStatuses, 'incomplete']),
        is('finalActionAt', 'is not', null),
        is.and([
          is('status', 'in', activeSubscriptionStatuses),
          is('cancelAtPeriodEnd', '=', false),
          isPaid(organizationId),
        ]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

interface Replacement extends CustomerKey {
  readonly paymentMethodId: Id<'paymentMethod'>
  readonly replacementId: Id<'paymentMethod'>
}

/** A new version, so that decisions made with the deleted method are made again. */
export async function replacePaymentMethod(
  tx: Transaction<Tables>,
  { organizationId, customerId, paymentMethodId, replacementId }: Replacement,
): Promise<void> {
  await tx
    .updateTable('subscription')
    .set({ paymentMethodId: replacementId, version: sql`version + 1` })
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', customerId)
    .where('acceptedAt', 'is not', null)
    .where('paymentMethodId', '=', paymentMethodId)
    .execute()
}

interface ChargedMethod extends SubscriptionKey {
  readonly paymentMethodId: Id<'paymentMethod'>
}

/** The same for one subscription, which the caller has locked. */
export async function savePaymentMethod(
  tx: Transaction<Tables>,
  { organizationId, id, paymentMethodId }: ChargedMethod,
): Promise<void> {
  await tx
    .updateTable('subscription')
    .set({ paymentMethodId, version: sql`version + 1` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute()
}
