import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { decimal, formatDecimal } from '../../../kernel/decimal.ts'
import type { SubscriptionMeterTable, Tables } from '../../../platform/database/db-types.gen.ts'
import { jsonRows } from '../../../platform/database/json-rows.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { meteredAmount } from '../rules/amounts.ts'
import type { SubscriptionPrice } from '../rules/facts.ts'
import {
  anyOf,
  type JsonRows,
  type SubscriptionBatch,
  type SubscriptionReference,
} from './subscriptions.ts'

export type SubscriptionMeterRow = Selectable<SubscriptionMeterTable>

export const findSubscriptionMeters = (
  db: Kysely<Tables>,
  { organizationId, ids }: SubscriptionBatch,
): Promise<SubscriptionMeterRow[]> =>
  db
    .selectFrom('subscriptionMeter')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('subscriptionId', '=', anyOf(ids))
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/** One row for each metered price, even before anything is used. */
export const usageColumns = (
  { newId, now }: Pick<UnitOfWork, 'newId' | 'now'>,
  owner: SubscriptionReference,
  prices: readonly SubscriptionPrice[],
): JsonRows<Omit<SubscriptionMeterRow, 'modifiedAt'>> =>
  prices.flatMap((price) => {
    if (price.meterId === null) return []
    const { consumed, credited } = price.usage ?? { consumed: decimal(0), credited: 0 }
    return {
      ...owner,
      id: newId('subscriptionMeter'),
      meterId: price.meterId,
      consumedUnits: formatDecimal(consumed),
      creditedUnits: credited,
      amount: meteredAmount(price),
      createdAt: now,
    }
  })

/**
 * Replaces the usage of these subscriptions; usage of meters that they no longer have is deleted.
 */
export async function saveUsage(
  tx: Transaction<Tables>,
  { organizationId, ids }: SubscriptionBatch,
  usage: JsonRows<Omit<SubscriptionMeterRow, 'modifiedAt'>>,
  now: Date,
): Promise<void> {
  if (ids.length === 0) return
  const values = jsonRows(usage)
  await sql`
    with desired as (
      select * from jsonb_populate_recordset(null::subscription_meter, ${values}::jsonb)
    ), deleted as (
      delete from subscription_meter m
       where m.organization_id = ${organizationId}
         and m.subscription_id = any(${ids}::uuid[])
         and not exists (select from desired d where d.subscription_id = m.subscription_id
                                                and d.meter_id = m.meter_id)
    )
    insert into subscription_meter
    select * from desired
        on conflict (organization_id, subscription_id, meter_id) do update
       set consumed_units = excluded.consumed_units, credited_units = excluded.credited_units,
           amount = excluded.amount, modified_at = ${now}`.execute(tx)
}
