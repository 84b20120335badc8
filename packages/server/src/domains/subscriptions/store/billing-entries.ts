import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { minorUnits } from '../../../kernel/money.ts'
import type { BillingEntryTable, Tables } from '../../../platform/database/db-types.gen.ts'
import { jsonRows } from '../../../platform/database/json-rows.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import type { BillingEntry } from '../rules/facts.ts'
import {
  anyOf,
  type JsonRows,
  type SubscriptionBatch,
  type SubscriptionReference,
} from './subscriptions.ts'

export type BillingEntryRow = Selectable<BillingEntryTable>

/** Entries without an order yet, the oldest first. */
export const findWaitingEntries = (
  db: Kysely<Tables>,
  { organizationId, ids }: SubscriptionBatch,
): Promise<BillingEntryRow[]> =>
  db
    .selectFrom('billingEntry')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('subscriptionId', '=', anyOf(ids))
    .where('orderId', 'is', null)
    .orderBy('createdAt')
    .orderBy('position')
    .orderBy('id')
    .execute()

export const entryColumns = (
  { newId, now }: Pick<UnitOfWork, 'newId' | 'now'>,
  owner: SubscriptionReference,
  entries: readonly BillingEntry[],
): JsonRows<BillingEntryRow> =>
  entries.map(({ period, reverses, ...entry }, position) => ({
    ...owner,
    ...entry,
    reversesItemId: reverses?.orderItemId ?? null,
    taxAmount: reverses?.taxAmount ?? minorUnits(0),
    id: newId('billingEntry'),
    orderId: null,
    position,
    periodStart: period.start,
    periodEnd: period.end,
    createdAt: now,
  }))

export async function insertEntries(
  tx: Transaction<Tables>,
  entries: JsonRows<BillingEntryRow>,
): Promise<void> {
  if (entries.length === 0) return
  const values = jsonRows(entries)
  await sql`
    insert into billing_entry
    select * from jsonb_populate_recordset(null::billing_entry, ${values}::jsonb)`.execute(tx)
}

interface Billed {
  readonly subscriptionId: Id<'subscription'>
  readonly orderId: Id<'order'>
}

/** Links the waiting entries of each subscription to the order that bills them. */
export async function markBilled(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  billed: readonly Billed[],
): Promise<void> {
  if (billed.length === 0) return
  const subscriptionIds = billed.map(({ subscriptionId }) => subscriptionId)
  const orderIds = billed.map(({ orderId }) => orderId)
  await sql`
    update billing_entry e set order_id = b.order_id
      from unnest(${subscriptionIds}::uuid[], ${orderIds}::uuid[]) as b (subscription_id, order_id)
     where e.organization_id = ${organizationId}
       and e.subscription_id = b.subscription_id and e.order_id is null`.execute(tx)
}
