import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { PaymentTable, Tables } from '../../../platform/database/db-types.gen.ts'

export type PaymentRow = Selectable<PaymentTable>

export interface PaymentKey {
  readonly organizationId: Id<'organization'>
  readonly paymentId: Id<'payment'>
}

const withKey = (db: Kysely<Tables>, { organizationId, paymentId }: PaymentKey) =>
  db
    .selectFrom('payment')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', paymentId)

export const findPayment = (db: Kysely<Tables>, key: PaymentKey): Promise<PaymentRow | undefined> =>
  withKey(db, key).executeTakeFirst()

/** In any of these organizations. */
export const findPaymentIn = (
  db: Kysely<Tables>,
  organizationIds: readonly Id<'organization'>[],
  id: Id<'payment'>,
): Promise<PaymentRow | undefined> =>
  db
    .selectFrom('payment')
    .selectAll()
    .where('organizationId', 'in', organizationIds)
    .where('id', '=', id)
    .executeTakeFirst()

type Whose =
  | { readonly checkoutIds: readonly Id<'checkout'>[] }
  | { readonly orderIds: readonly Id<'order'>[] }

/** Every attempt to pay these, the oldest first. */
export function findPaymentsOf(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  whose: Whose,
): Promise<PaymentRow[]> {
  const [column, ids] =
    'checkoutIds' in whose
      ? (['checkoutId', whose.checkoutIds] as const)
      : (['orderId', whose.orderIds] as const)
  return db
    .selectFrom('payment')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where(sql.ref(column), '=', sql`any(${ids}::uuid[])`)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}
