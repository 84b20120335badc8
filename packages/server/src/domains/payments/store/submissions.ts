import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { PaymentRow } from './payments.ts'

// A payment is sent to the processor, or given up. Both first write to its row, so that of two
// processes the second one finds what the first wrote.

interface Submission {
  readonly ids: readonly Id<'payment'>[]
  /** In real time. */
  readonly now: Date
}

/** Records that pending payments are about to be sent. Returns them, also those given up. */
export async function markSubmitted(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { ids, now }: Submission,
): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    with pending as (
      select id from payment
       where organization_id = ${organizationId} and id = any(${ids}::uuid[])
         and status = 'pending'
       order by id for no key update)
    update payment p
       set submitted_at = case when p.cancel_requested_at is null then ${now}::timestamptz
                               else p.submitted_at end
      from pending
     where p.organization_id = ${organizationId} and p.id = pending.id and p.status = 'pending'
    returning p.*`.execute(db)
  return rows
}

export type Unwanted =
  | { readonly paymentIds: readonly Id<'payment'>[] }
  | { readonly orderIds: readonly Id<'order'>[] }

interface Decline {
  readonly reason: string
  readonly message: string
  readonly now: Date
}

/**
 * Ends pending payments that were never sent. The others are due for the sweep, which cancels them
 * at the processor. Returns both, except those that were given up before.
 */
export async function giveUpPayments(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  unwanted: Unwanted,
  { reason, message, now }: Decline,
): Promise<PaymentRow[]> {
  const [column, ids] =
    'paymentIds' in unwanted
      ? (['id', unwanted.paymentIds] as const)
      : (['order_id', unwanted.orderIds] as const)
  const { rows } = await sql<PaymentRow>`
    with pending as (
      select id, submitted_at is null as is_unsent from payment
       where organization_id = ${organizationId} and ${sql.ref(column)} = any(${ids}::uuid[])
         and status = 'pending' and cancel_requested_at is null
       order by id for no key update)
    update payment p
       set cancel_requested_at = ${now}, resume_at = p.started_at,
           status = case when is_unsent then 'failed' else p.status end,
           decline_reason = case when is_unsent then ${reason}::text end,
           decline_message = case when is_unsent then ${message}::text end,
           confirmation_token = case when is_unsent then null else p.confirmation_token end,
           client_secret = case when is_unsent then null else p.client_secret end,
           modified_at = ${now}, version = p.version + 1
      from pending
     where p.organization_id = ${organizationId} and p.id = pending.id and p.status = 'pending'
    returning p.*`.execute(tx)
  return rows
}
