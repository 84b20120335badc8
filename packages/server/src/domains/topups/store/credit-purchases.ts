import type { Id } from '@guildhall/contract/primitives'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { CreditPurchaseTable, Tables } from '../../../platform/database/db-types.gen.ts'
import type { CustomerKey, MeterOfCustomer } from './top-ups.ts'

export type CreditPurchaseRow = Selectable<CreditPurchaseTable>

export type NewPurchase = Insertable<CreditPurchaseTable>

/** False while another purchase of the customer’s meter is being paid. */
export async function insertPurchase(
  tx: Transaction<Tables>,
  purchase: NewPurchase,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('creditPurchase')
    .values(purchase)
    .onConflict((found) =>
      found
        .columns(['organizationId', 'customerId', 'meterId'])
        // A parameter would match no index.
        .where(sql<boolean>`status = 'pending'`)
        .doNothing(),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export interface PaymentKey {
  readonly organizationId: Id<'organization'>
  readonly paymentId: Id<'payment'>
}

export const findPurchaseByPayment = (
  db: Kysely<Tables>,
  { organizationId, paymentId }: PaymentKey,
): Promise<CreditPurchaseRow | undefined> =>
  db
    .selectFrom('creditPurchase')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('paymentId', '=', paymentId)
    .executeTakeFirst()

export const findPurchaseOfCustomer = (
  db: Kysely<Tables>,
  { organizationId, customerId }: CustomerKey,
  id: Id<'creditPurchase'>,
): Promise<CreditPurchaseRow | undefined> =>
  db
    .selectFrom('creditPurchase')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', customerId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Those that are being paid. */
export const findPendingPurchases = (
  db: Kysely<Tables>,
  { organizationId, customerId }: CustomerKey,
): Promise<CreditPurchaseRow[]> =>
  db
    .selectFrom('creditPurchase')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', customerId)
    .where('status', '=', 'pending')
    .orderBy('id')
    .execute()

export const findPendingPurchase = async (
  db: Kysely<Tables>,
  { meterId, ...customer }: MeterOfCustomer,
): Promise<CreditPurchaseRow | undefined> =>
  (await findPendingPurchases(db, customer)).find((one) => one.meterId === meterId)

/** False if it has ended. */
export async function lockPending(
  tx: Transaction<Tables>,
  { organizationId, id }: Pick<CreditPurchaseRow, 'organizationId' | 'id'>,
): Promise<boolean> {
  const locked = await tx
    .selectFrom('creditPurchase')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .forUpdate()
    .executeTakeFirst()
  return locked !== undefined
}

interface Ended {
  readonly status: 'succeeded' | 'failed'
  readonly orderId: Id<'order'> | null
  readonly now: Date
}

/** False if it had ended before. */
export async function saveEnded(
  tx: Transaction<Tables>,
  { organizationId, id }: Pick<CreditPurchaseRow, 'organizationId' | 'id'>,
  { status, orderId, now }: Ended,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('creditPurchase')
    .set({ status, orderId, modifiedAt: now })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The meters whose credits this order has bought. */
export const findMetersOfOrder = async (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  orderId: Id<'order'>,
): Promise<readonly Id<'meter'>[]> => {
  const rows = await db
    .selectFrom('creditPurchase')
    .select('meterId')
    .where('organizationId', '=', organizationId)
    .where('orderId', '=', orderId)
    .execute()
  return rows.map(({ meterId }) => meterId)
}
