import type { Id, MinorUnits } from '@guildhall/contract/primitives'
import { type Kysely, type Selectable, sql } from 'kysely'
import { formatDecimal } from '../../../kernel/decimal.ts'
import { chargedUnits, priceUsage } from '../../../kernel/metered-price.ts'
import { storePrice } from '../../../kernel/stored-price.ts'
import type {
  MeterTable,
  SettledUsageTable,
  Tables,
} from '../../../platform/database/db-types.gen.ts'
import { isOfOrganization, organizationsOf } from '../../../platform/database/of-organization.ts'
import type { ClosedPeriod } from '../../../platform/hooks.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { coveredUsage } from '../../credits/views/covered-usage.ts'
import type { BilledUsage } from '../rules/metered-periods.ts'
import { anyOf, type SubscriptionBatch } from './subscriptions.ts'

export interface SettledPrice extends ClosedPeriod {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
  readonly closesAt: Date
  /** Null where nothing is billed. */
  readonly price: BilledUsage | null
  /** Whether the period goes on. */
  readonly isOpen: boolean
}

/** Notes what is billed of periods, and of periods of which a part was billed before. */
export async function insertSettlements(
  { tx, now }: Pick<UnitOfWork, 'tx' | 'now'>,
  settled: readonly SettledPrice[],
): Promise<void> {
  const rows = settled.flatMap(({ organizationId, subscriptionId, customerId, ...period }) => {
    const { startsAt, closesAt, price, isOpen } = period
    if (price === null) return []
    const { productPriceId, usage, isCut } = price
    return {
      organization_id: organizationId,
      subscription_id: subscriptionId,
      meter_id: period.meterId,
      customer_id: customerId,
      starts_at: startsAt,
      ends_at: closesAt.toISOString(),
      product_price_id: productPriceId,
      price: storePrice(price.price),
      consumed_units: formatDecimal(usage.consumed),
      credited_units: formatDecimal(usage.credited),
      charged_units: formatDecimal(chargedUnits(price.price, usage)),
      is_cut: isCut,
      amount: priceUsage(price.price, usage).amount,
      settled_at: now.toISOString(),
      is_open: isOpen,
    }
  })
  if (rows.length === 0) return
  const values = JSON.stringify(rows)
  if (settled.some(({ price }) => price?.isRest)) {
    await followMovedStarts(tx, organizationsOf(settled), values)
  }
  await sql`
    insert into settled_usage
    select * from jsonb_populate_recordset(null::settled_usage, ${values}::jsonb)
        on conflict (organization_id, subscription_id, meter_id, starts_at) do update
       set ends_at = excluded.ends_at, price = excluded.price,
           consumed_units = excluded.consumed_units, credited_units = excluded.credited_units,
           charged_units = excluded.charged_units, amount = excluded.amount,
           is_cut = excluded.is_cut, is_open = excluded.is_open,
           settled_at = excluded.settled_at`.execute(tx)
}

/** A period that is closed at the instant of its start gets another start. */
async function followMovedStarts(
  tx: UnitOfWork['tx'],
  organizationIds: readonly Id<'organization'>[],
  values: string,
): Promise<void> {
  const isMoved = sql`${isOfOrganization({ alias: 's', row: 'n', organizationIds })}
       and s.subscription_id = n.subscription_id and s.meter_id = n.meter_id`
  await sql`
    with moved as (
      select n.organization_id, n.subscription_id, n.meter_id, n.starts_at, s.starts_at as former
        from jsonb_populate_recordset(null::settled_usage, ${values}::jsonb) n
        join settled_usage s on ${isMoved} and s.is_open and s.starts_at <> n.starts_at
    ), followed as (
      update usage_settlement s set starts_at = n.starts_at
        from moved n where ${isMoved} and s.starts_at = n.former
    )
    update settled_usage s set starts_at = n.starts_at
      from moved n where ${isMoved} and s.starts_at = n.former`.execute(tx)
}

export interface LateUsageRow extends Selectable<SettledUsageTable> {
  readonly startsAtExactly: string
  readonly meterName: string
  /** What is used and covered of it now. */
  readonly currentUnits: string
  readonly coveredUnits: string
  /** Under which it was billed. */
  readonly settlementIds: readonly Id<'usageSettlement'>[]
}

/**
 * Periods that were billed, and of which something else is used or covered by credits by now; the
 * oldest first.
 */
export async function findLateUsage(
  db: Kysely<Tables>,
  { organizationId, ids }: SubscriptionBatch,
): Promise<readonly LateUsageRow[]> {
  const { rows } = await sql<LateUsageRow>`
    select s.*, s.starts_at::text as starts_at_exactly, l.name as meter_name,
           u.consumed_units as current_units, coalesce(c.covered_units, 0) as covered_units,
           array(select b.id from usage_settlement b
                  where b.organization_id = ${organizationId}
                    and b.subscription_id = s.subscription_id and b.meter_id = s.meter_id
                    and b.starts_at = s.starts_at) as settlement_ids
      from settled_usage s
      join metered_usage u
        on u.organization_id = s.organization_id and u.customer_id = s.customer_id
       and u.meter_id = s.meter_id and u.subscription_id = s.subscription_id
       and u.starts_at = s.starts_at
      left join ${coveredUsage([organizationId])} c
        on c.organization_id = s.organization_id and c.customer_id = s.customer_id
       and c.meter_id = s.meter_id and c.subscription_id = s.subscription_id
       and c.starts_at = s.starts_at
      join meter_label l on l.organization_id = s.organization_id and l.id = s.meter_id
     where s.organization_id = ${organizationId} and s.subscription_id = ${anyOf(ids)}
       and (u.consumed_units, coalesce(c.covered_units, 0))
             <> (s.consumed_units, s.credited_units)
     order by s.subscription_id, s.starts_at, s.meter_id`.execute(db)
  return rows
}

interface SettledAgain
  extends Pick<LateUsageRow, 'subscriptionId' | 'meterId' | 'startsAtExactly'> {
  readonly consumedUnits: string
  readonly creditedUnits: string
  readonly chargedUnits: string
  readonly amount: MinorUnits
}

/** What is billed of these periods by now. */
export async function updateSettlements(
  { tx, now }: Pick<UnitOfWork, 'tx' | 'now'>,
  organizationId: Id<'organization'>,
  settled: readonly SettledAgain[],
): Promise<void> {
  await sql`
    update settled_usage s
       set consumed_units = n.consumed_units, credited_units = n.credited_units,
           charged_units = n.charged_units, amount = n.amount, settled_at = ${now}
      from unnest(${settled.map((one) => one.subscriptionId)}::uuid[],
                  ${settled.map((one) => one.meterId)}::uuid[],
                  ${settled.map((one) => one.startsAtExactly)}::timestamptz[],
                  ${settled.map((one) => one.consumedUnits)}::numeric[],
                  ${settled.map((one) => one.creditedUnits)}::numeric[],
                  ${settled.map((one) => one.chargedUnits)}::numeric[],
                  ${settled.map((one) => one.amount)}::bigint[])
             as n (subscription_id, meter_id, starts_at, consumed_units, credited_units,
                   charged_units, amount)
     where s.organization_id = ${organizationId} and s.subscription_id = n.subscription_id
       and s.meter_id = n.meter_id and s.starts_at = n.starts_at`.execute(tx)
}

/** Whether something was billed by what the meter counts. */
export async function wasBilled(
  db: Kysely<Tables>,
  { organizationId, id }: Pick<Selectable<MeterTable>, 'organizationId' | 'id'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from settled_usage
     where organization_id = ${organizationId} and meter_id = ${id} limit 1`.execute(db)
  return rows.length > 0
}
