import type { QueryOf } from '@guildhall/contract/operation'
import type { listPayments as contract } from '@guildhall/contract/payments/payments'
import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { PaymentTable, Tables } from '../../../platform/database/db-types.gen.ts'
import { listPage, type Page } from '../../../platform/database/listing.ts'
import type { ErasedCustomer } from '../../../platform/hooks.ts'
import type { ProcessorName } from '../rules/processor.ts'

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

/** When the first payment was made with this processor; null before it. */
export async function firstPaymentAt(
  db: Kysely<Tables>,
  processor: ProcessorName,
): Promise<Date | null> {
  const found = await db
    .selectFrom('payment')
    .select(({ fn }) => fn.min<Date | null>('startedAt').as('startedAt'))
    .where('processor', '=', processor)
    .executeTakeFirst()
  return found?.startedAt ?? null
}

type Paid =
  | { readonly checkoutIds: readonly Id<'checkout'>[] }
  | { readonly orderIds: readonly Id<'order'>[] }

/** All attempts to pay these, oldest first. */
export function findPaymentsOf(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  of: Paid,
): Promise<PaymentRow[]> {
  const [column, ids] =
    'checkoutIds' in of
      ? (['checkoutId', of.checkoutIds] as const)
      : (['orderId', of.orderIds] as const)
  return db
    .selectFrom('payment')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where(sql.ref(column), '=', sql`any(${ids}::uuid[])`)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

/** One page of an organization’s payments. */
export function listPayments(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  query: QueryOf<typeof contract>,
): Promise<Page<PaymentRow>> {
  const { checkoutId, orderId, status, method, customerEmail } = query
  const matching = db
    .selectFrom('payment')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .$if(checkoutId !== undefined, (of) => of.where('checkoutId', 'in', checkoutId ?? []))
    .$if(orderId !== undefined, (of) => of.where('orderId', 'in', orderId ?? []))
    .$if(status !== undefined, (of) => of.where('status', 'in', status ?? []))
    .$if(method !== undefined, (of) => of.where('method', 'in', method ?? []))
    .$if(customerEmail !== undefined, (of) =>
      of.where(sql`lower(customer_email)`, 'in', lowered(customerEmail ?? [])),
    )
  return listPage(db, matching, query, {
    columns: { created_at: 'createdAt', status: 'status', amount: 'amount', method: 'method' },
    id: 'id',
  })
}

const lowered = (texts: readonly string[]): string[] => texts.map((text) => text.toLowerCase())

export const hasPendingPayment = async (
  db: Kysely<Tables>,
  { organizationId, customerId }: ErasedCustomer,
): Promise<boolean> => {
  const pending = await db
    .selectFrom('payment')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', customerId)
    .where('status', '=', 'pending')
    .limit(1)
    .executeTakeFirst()
  return pending !== undefined
}

/** Ended payments keep no address of who paid. */
export const forgetPayer = async (
  db: Kysely<Tables>,
  { organizationId, customerId }: ErasedCustomer,
): Promise<void> =>
  void (await db
    .updateTable('payment')
    .set({ customerEmail: `${customerId}@erased.invalid` })
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', customerId)
    .execute())
