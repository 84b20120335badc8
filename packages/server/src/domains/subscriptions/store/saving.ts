import type { Id } from '@guildhall/contract/primitives'
import { type Selectable, sql, type Transaction } from 'kysely'
import type {
  BillingEntryTable,
  SubscriptionMeterTable,
  SubscriptionPriceTable,
  Tables,
} from '../../../platform/database/db-types.gen.ts'
import type { JsonValue } from '../../../platform/database/json.ts'
import { jsonRows } from '../../../platform/database/json-rows.ts'
import type { SomeSubscriptions, SubscriptionRow } from './subscriptions.ts'

// What was decided of many subscriptions is written by as many statements as for one: all of it
// travels as one parameter.

type RowValue = JsonValue | Date

/** What decisions change. */
const changing = [
  'status',
  'product_id',
  'discount_id',
  'discount_applied_at',
  'payment_method_id',
  'checkout_id',
  'currency',
  'amount',
  'recurring_interval',
  'anchor_day',
  'current_period_start',
  'current_period_end',
  'trial_end',
  'incomplete_until',
  'started_at',
  'cancel_at_period_end',
  'canceled_at',
  'ends_at',
  'ended_at',
  'customer_cancellation_reason',
  'customer_cancellation_comment',
  'past_due_at',
  'attempts',
  'next_attempt_at',
  'grace_ends_at',
  'last_resort_at',
  'revoked_at',
  'pending_change',
  'custom_field_data',
  'metadata',
  'due_at',
] as const

type Camel<K extends string> = K extends `${infer Head}_${infer Rest}`
  ? `${Head}${Capitalize<Camel<Rest>>}`
  : K

/** A subscription as it is to be, and the version that this was decided on. */
export type ChangedSubscription = Pick<
  SubscriptionRow,
  | Exclude<Camel<(typeof changing)[number]>, 'pendingChange' | 'customFieldData' | 'metadata'>
  | 'id'
  | 'version'
> & {
  readonly pendingChange: JsonValue
  readonly customFieldData: JsonValue
  readonly metadata: JsonValue
}

const assignments = sql.raw(
  changing
    .map((name) =>
      name === 'pending_change' ? `${name} = nullif(v.${name}, 'null')` : `${name} = v.${name}`,
    )
    .join(', '),
)

/** Without those of which somebody saved another version meanwhile. */
export async function saveSubscriptions(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  changed: readonly ChangedSubscription[],
  now: Date,
): Promise<SubscriptionRow[]> {
  if (changed.length === 0) return []
  const told = jsonRows(changed.map((one) => ({ ...one })))
  const { rows } = await sql<SubscriptionRow>`
    update subscription s
       set ${assignments}, claimed_until = null, modified_at = ${now}, version = s.version + 1
      from jsonb_populate_recordset(null::subscription, ${told}::jsonb) v
     where s.organization_id = ${organizationId} and s.id = v.id and s.version = v.version
    returning s.*`.execute(tx)
  return rows
}

/** Decided again without a change: it is looked at when it is due, and not before. */
export async function saveDueAt(
  tx: Transaction<Tables>,
  { organizationId, id, version }: SubscriptionRow,
  dueAt: Date | null,
): Promise<void> {
  await tx
    .updateTable('subscription')
    .set({ dueAt, claimedUntil: null })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('version', '=', version)
    .execute()
}

type Told<T> = { readonly [K in keyof T]: T[K] & RowValue }

export type PriceToSave = Told<Selectable<SubscriptionPriceTable>>

/** These are their prices from now on, and no others. */
export async function savePrices(
  tx: Transaction<Tables>,
  { organizationId, ids }: SomeSubscriptions,
  prices: readonly PriceToSave[],
): Promise<void> {
  if (ids.length === 0) return
  const told = jsonRows(prices.map((price) => ({ ...price })))
  await sql`
    with wanted as (
      select * from jsonb_populate_recordset(null::subscription_price, ${told}::jsonb)
    ), gone as (
      delete from subscription_price p
       where p.organization_id = ${organizationId}
         and p.subscription_id = any(${ids}::uuid[])
         and not exists (select from wanted w where w.subscription_id = p.subscription_id
                                                and w.product_price_id = p.product_price_id)
    )
    insert into subscription_price
    select * from wanted
        on conflict (organization_id, subscription_id, product_price_id) do update
       set position = excluded.position, amount = excluded.amount,
           discount_amount = excluded.discount_amount, quantity = excluded.quantity`.execute(tx)
}

export type UsageToSave = Told<Omit<Selectable<SubscriptionMeterTable>, 'modifiedAt'>>

/** Of meters that aren’t priced any more nothing is counted. */
export async function saveUsage(
  tx: Transaction<Tables>,
  { organizationId, ids }: SomeSubscriptions,
  usage: readonly UsageToSave[],
  now: Date,
): Promise<void> {
  if (ids.length === 0) return
  const told = jsonRows(usage.map((one) => ({ ...one })))
  await sql`
    with wanted as (
      select * from jsonb_populate_recordset(null::subscription_meter, ${told}::jsonb)
    ), gone as (
      delete from subscription_meter m
       where m.organization_id = ${organizationId}
         and m.subscription_id = any(${ids}::uuid[])
         and not exists (select from wanted w where w.subscription_id = m.subscription_id
                                                and w.meter_id = m.meter_id)
    )
    insert into subscription_meter
    select * from wanted
        on conflict (organization_id, subscription_id, meter_id) do update
       set consumed_units = excluded.consumed_units, credited_units = excluded.credited_units,
           amount = excluded.amount, modified_at = ${now}`.execute(tx)
}

export type EntryToSave = Told<Selectable<BillingEntryTable>>

export async function insertEntries(
  tx: Transaction<Tables>,
  entries: readonly EntryToSave[],
): Promise<void> {
  if (entries.length === 0) return
  const told = jsonRows(entries.map((entry) => ({ ...entry })))
  await sql`
    insert into billing_entry
    select * from jsonb_populate_recordset(null::billing_entry, ${told}::jsonb)`.execute(tx)
}

interface Billed {
  readonly subscriptionId: Id<'subscription'>
  readonly orderId: Id<'order'>
}

/** What waited for an order has one. */
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
