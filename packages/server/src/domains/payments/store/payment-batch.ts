import type { PaymentStatus } from '@guildhall/contract/payments/shapes'
import type { Id } from '@guildhall/contract/primitives'
import { type Insertable, type Kysely, sql, type Transaction } from 'kysely'
import type { PaymentTable, Tables } from '../../../platform/database/db-types.gen.ts'
import type { JsonObject } from '../../../platform/database/json.ts'
import { jsonRows } from '../../../platform/database/json-rows.ts'
import { isOfOrganization, organizationsOf } from '../../../platform/database/of-organization.ts'
import type { PaymentKey, PaymentRow } from './payments.ts'

type StartedColumns = Required<
  Pick<
    PaymentRow,
    | 'organizationId'
    | 'id'
    | 'amount'
    | 'currency'
    | 'confirmationToken'
    | 'paymentMethodId'
    | 'storesMethod'
    | 'forPurchaseOnly'
    | 'description'
    | 'returnUrl'
    | 'checkoutId'
    | 'orderId'
    | 'customerId'
    | 'customerEmail'
    | 'startedAt'
    | 'submittedAt'
    | 'confirmBy'
    | 'resumeAt'
    | 'claimedBy'
    | 'createdAt'
  >
> &
  Pick<Insertable<PaymentTable>, 'processor'>

export interface NewPayment extends StartedColumns {
  readonly metadata: JsonObject
}

/**
 * Any number in one statement. Stores the sellers’ current names, because a repeated charge must be
 * identical. Skips payments of orders that have a pending or succeeded payment already.
 */
export async function insertPayments(
  tx: Transaction<Tables>,
  payments: readonly NewPayment[],
): Promise<PaymentRow[]> {
  const input = jsonRows(payments.map((payment) => ({ ...payment })))
  const { rows } = await sql<PaymentRow>`
    insert into payment (organization_id, id, processor, amount, currency, confirmation_token,
        payment_method_id, stores_method, for_purchase_only, description, seller_name, return_url,
        metadata, checkout_id, order_id, customer_id, customer_email, started_at, submitted_at, confirm_by,
        resume_at, claimed_by, created_at)
    select p.organization_id, p.id, p.processor, p.amount, p.currency, p.confirmation_token,
           p.payment_method_id, p.stores_method, p.for_purchase_only, p.description, o.name,
           p.return_url, p.metadata, p.checkout_id, p.order_id, p.customer_id, p.customer_email, p.started_at,
           p.submitted_at, p.confirm_by, p.resume_at, p.claimed_by, p.created_at
      from jsonb_populate_recordset(null::payment, ${input}::jsonb) p
      join organization_profile o on o.id = p.organization_id
    on conflict (organization_id, order_id) where order_id is not null and status <> 'failed'
      do nothing
    returning *`.execute(tx)
  return rows
}

export const findPayments = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  ids: readonly Id<'payment'>[],
): Promise<PaymentRow[]> =>
  db
    .selectFrom('payment')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', sql<Id<'payment'>>`any(${ids}::uuid[])`)
    .execute()

/** Each order's pending or succeeded payment, or else the latest failed one. */
export const findLatestPayments = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  orderIds: readonly Id<'order'>[],
): Promise<PaymentRow[]> =>
  db
    .selectFrom('payment')
    .distinctOn('orderId')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('orderId', '=', sql<Id<'order'>>`any(${orderIds}::uuid[])`)
    .orderBy('orderId')
    .orderBy(sql`status = 'failed'`)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** A change of a pending payment; null keeps a column. */
export interface PaymentMove {
  readonly id: Id<'payment'>
  readonly orderId: Id<'order'> | null
  readonly status: PaymentStatus
  readonly processorId: string | null
  readonly method: string | null
  readonly methodMetadata: JsonObject | null
  readonly declineReason: string | null
  readonly declineMessage: string | null
  readonly clientSecret: Buffer | null
}

/**
 * Saves those that are still pending, in one statement. An ended payment keeps no token or secret.
 */
export async function savePendingPayments(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  { moves, now }: { readonly moves: readonly PaymentMove[]; readonly now: Date },
): Promise<PaymentRow[]> {
  const input = jsonRows(
    moves.map(({ clientSecret, ...move }) => ({
      ...move,
      clientSecret: clientSecret === null ? null : `\\x${clientSecret.toString('hex')}`,
    })),
  )
  const { rows } = await sql<PaymentRow>`
    with input as (
      select t.* from jsonb_populate_recordset(null::payment, ${input}::jsonb) t),
    locked as (
      select id from payment
       where organization_id = ${organizationId} and id in (select id from input)
         and status = 'pending'
       order by id for no key update)
    update payment p
       set status = t.status,
           order_id = coalesce(t.order_id, p.order_id),
           processor_id = coalesce(t.processor_id, p.processor_id),
           method = coalesce(t.method, p.method),
           method_metadata = coalesce(t.method_metadata, p.method_metadata),
           decline_reason = t.decline_reason,
           decline_message = t.decline_message,
           confirmation_token = case when t.status = 'pending' then p.confirmation_token end,
           client_secret = case when t.status = 'pending'
                                then coalesce(t.client_secret, p.client_secret) end,
           modified_at = ${now},
           version = p.version + 1
      from input t join locked using (id)
     where p.organization_id = ${organizationId} and p.id = t.id and p.status = 'pending'
    returning p.*`.execute(tx)
  return rows
}

export interface Attachment extends PaymentKey {
  readonly orderId: Id<'order'>
}

/** A payment never changes its order. Returns how many payments belong to their order now. */
export async function attachPaymentsToOrders(
  tx: Transaction<Tables>,
  attachments: readonly Attachment[],
): Promise<number> {
  const input = jsonRows(
    attachments.map(({ organizationId, paymentId: id, orderId }) => ({
      organizationId,
      id,
      orderId,
    })),
  )
  const organizationIds = organizationsOf(attachments)
  const { numAffectedRows } = await sql`
    update payment p set order_id = t.order_id
      from jsonb_populate_recordset(null::payment, ${input}::jsonb) t
     where ${isOfOrganization({ alias: 'p', row: 't', organizationIds })} and p.id = t.id
       and (p.order_id is null or p.order_id = t.order_id)`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** Saves which methods these payments have stored. */
export async function saveStoredMethods(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  stored: readonly { readonly id: Id<'payment'>; readonly paymentMethodId: Id<'paymentMethod'> }[],
): Promise<void> {
  const input = jsonRows(stored.map((one) => ({ ...one })))
  await sql`
    update payment p set payment_method_id = t.payment_method_id
      from jsonb_populate_recordset(null::payment, ${input}::jsonb) t
     where p.organization_id = ${organizationId} and p.id = t.id`.execute(tx)
}
