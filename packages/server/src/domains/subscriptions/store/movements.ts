import type { Id } from '@guildhall/contract/primitives'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { jsonRows } from '../../../platform/database/json-rows.ts'
import type { Movement } from '../rules/movement.ts'

export interface NewMovement extends Movement {
  readonly subscriptionId: Id<'subscription'>
  readonly customerId: Id<'customer'>
  /** Of the subscription after the change. */
  readonly version: number
  readonly position: number
  readonly occurredAt: Date
}

// At one instant there is no order between subscriptions: many change in one statement.
const isEarlier = sql`
  (m.occurred_at < n.occurred_at or m.subscription_id = n.subscription_id and m.version < n.version)`

/**
 * Where a subscription had no run-rate, what was there before names the movement: it is an expansion
 * if the subscription had one earlier, a reactivation if its customer had ended all that they paid
 * for, and new otherwise.
 */
const kindOfNew = (organizationId: Id<'organization'>) => sql`
    case when not n.is_start then n.kind
         when exists (select from subscription_movement m
                       where m.organization_id = ${organizationId}
                         and m.subscription_id = n.subscription_id
                         and m.list_amount <> 0 and ${isEarlier}) then 'expansion'
         when (select bool_or(m.kind = 'churn') and sum(m.list_amount) = 0
                 from subscription_movement m
                where m.organization_id = ${organizationId}
                  and m.customer_id = n.customer_id and ${isEarlier}) then 'reactivation'
         else 'new' end`

/** Those that are stored already stay as they are. */
export async function insertMovements(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  movements: readonly NewMovement[],
): Promise<void> {
  if (movements.length === 0) return
  await sql`
    insert into subscription_movement (
      organization_id, subscription_id, version, position, occurred_at, customer_id, product_id,
      currency, kind, is_start, list_amount, billing_amount, trial_amount, committed_amount,
      started, ended, switched)
    select n.organization_id, n.subscription_id, n.version, n.position, n.occurred_at,
           n.customer_id, n.product_id, n.currency, ${kindOfNew(organizationId)}, n.is_start,
           n.list_amount, n.billing_amount, n.trial_amount, n.committed_amount,
           n.started, n.ended, n.switched
      from jsonb_populate_recordset(null::subscription_movement,
                                    ${jsonRows(movements.map((one) => ({ organizationId, ...one })))}::jsonb) n
        on conflict do nothing`.execute(tx)
}

/** Names again what was written before the history of the customer was known. */
export async function renameStarts(
  tx: Transaction<Tables>,
  {
    organizationId,
    customerId,
  }: { readonly organizationId: Id<'organization'>; readonly customerId: Id<'customer'> },
): Promise<void> {
  await sql`
    update subscription_movement n set kind = ${kindOfNew(organizationId)}
     where n.organization_id = ${organizationId} and n.customer_id = ${customerId} and n.is_start
       and n.kind = 'new'`.execute(tx)
}
