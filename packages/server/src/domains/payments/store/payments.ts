import type { Id } from '@guildhall/contract/primitives'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
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

export type NewPayment = Pick<
  Insertable<PaymentTable>,
  | 'organizationId'
  | 'id'
  | 'processor'
  | 'amount'
  | 'currency'
  | 'confirmationToken'
  | 'description'
  | 'returnUrl'
  | 'metadata'
  | 'checkoutId'
  | 'orderId'
  | 'customerId'
  | 'customerEmail'
  | 'begunAt'
  | 'createdAt'
>

/** With the seller's name as it is now: a repetition must tell the processor the same. */
export const insertPayment = (tx: Transaction<Tables>, payment: NewPayment): Promise<PaymentRow> =>
  tx
    .insertInto('payment')
    .values((build) => ({
      ...payment,
      sellerName: build
        .selectFrom('organization')
        .select('name')
        .where('id', '=', payment.organizationId),
    }))
    .returningAll()
    .executeTakeFirstOrThrow()

export type PaymentChanges = Partial<
  Pick<
    Insertable<PaymentTable>,
    | 'status'
    | 'orderId'
    | 'processorId'
    | 'method'
    | 'methodMetadata'
    | 'declineReason'
    | 'declineMessage'
    | 'confirmationToken'
    | 'clientSecret'
  >
>

/** Nothing where somebody else has noted an end of it. */
export const savePendingPayment = (
  tx: Transaction<Tables>,
  { organizationId, paymentId }: PaymentKey,
  changes: PaymentChanges,
  now: Date,
): Promise<PaymentRow | undefined> =>
  tx
    .updateTable('payment')
    .set({ ...changes, modifiedAt: now, version: sql`version + 1` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', paymentId)
    .where('status', '=', 'pending')
    .returningAll()
    .executeTakeFirst()

/** A payment belongs to one order, which stays. */
export async function attachToOrder(
  tx: Transaction<Tables>,
  { organizationId, paymentId }: PaymentKey,
  orderId: Id<'order'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payment')
    .set({ orderId })
    .where('organizationId', '=', organizationId)
    .where('id', '=', paymentId)
    .where((one) => one.or([one('orderId', 'is', null), one('orderId', '=', orderId)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
