import type { Id, MinorUnits } from '@guildhall/contract/primitives'
import { billedItemsMax } from '@guildhall/contract/subscriptions/subscription-shapes'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { SubscriptionMeterTable, Tables } from '../../../platform/database/db-types.gen.ts'
import type { JsonValue } from '../../../platform/database/json.ts'
import { jsonRows } from '../../../platform/database/json-rows.ts'
import { isOfOrganization } from '../../../platform/database/of-organization.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { coveredUsage } from '../../credits/views/covered-usage.ts'
import { customerCredit } from '../../credits/views/customer-credit.ts'
import { chargedBeforeOf } from './prices.ts'
import { anyOf, type SubscriptionBatch, type SubscriptionRow } from './subscriptions.ts'

/** What was used of a metered price since it was last billed. */
export interface MeterUsage
  extends Omit<Selectable<SubscriptionMeterTable>, 'organizationId' | 'subscriptionId'> {
  readonly modifiedAt: Date | null
  /** Numbers with all their digits. */
  readonly consumedUnits: string
  readonly coveredUnits: string
  readonly unitAmount: string | null
  readonly capAmount: MinorUnits | null
  readonly meteredPrice: JsonValue
  readonly usedSince: Date | null
  readonly chargedBefore: string | null
  /** Of the period, before it is over. */
  readonly billedAmount: MinorUnits
  readonly periodStart: Date
  readonly periodEnd: Date
  readonly isTrial: boolean
}

/** The tables of a statement that reads the usage of subscriptions. */
export const usageOfSubscriptions = (organizationIds: readonly Id<'organization'>[]) => sql`
  subscription_meter m
  join subscription of_meter
    on of_meter.organization_id = m.organization_id and of_meter.id = m.subscription_id
  join subscription_price p
    on p.organization_id = m.organization_id and p.subscription_id = m.subscription_id
   and p.meter_id = m.meter_id
  left join metered_usage u
    on u.organization_id = m.organization_id and u.customer_id = of_meter.customer_id
   and u.meter_id = m.meter_id and u.subscription_id = m.subscription_id and u.is_open
  left join ${coveredUsage(organizationIds)} c
    on c.organization_id = m.organization_id and c.customer_id = of_meter.customer_id
   and c.meter_id = m.meter_id and c.subscription_id = m.subscription_id
   and c.starts_at = u.starts_at`

/** Columns of it, for JSON as well. */
export const usageColumns = (organizationIds: readonly Id<'organization'>[]) => sql`
  m.id, m.created_at as "createdAt", m.meter_id as "meterId", u.modified_at as "modifiedAt",
  coalesce(u.consumed_units, 0)::text as "consumedUnits",
  coalesce(c.covered_units, 0)::text as "coveredUnits", p.unit_amount::text as "unitAmount",
  p.cap_amount as "capAmount", p.metered_price as "meteredPrice", u.starts_at as "usedSince",
  ${chargedBeforeOf('p', 'of_meter.current_period_start', organizationIds)} as "chargedBefore",
  coalesce((select b.amount from settled_usage b
             where ${isOfOrganization({ alias: 'b', row: 'm', organizationIds })}
               and b.subscription_id = m.subscription_id
               and b.meter_id = m.meter_id and b.starts_at = u.starts_at and b.is_open), 0)
    as "billedAmount",
  of_meter.current_period_start as "periodStart", of_meter.current_period_end as "periodEnd",
  of_meter.status = 'trialing' as "isTrial"`

export interface SubscriptionUsage extends MeterUsage {
  readonly subscriptionId: Id<'subscription'>
  /** The latest times that something was billed of the period, before it is over. */
  readonly settlementIds: readonly Id<'usageSettlement'>[]
}

export async function findSubscriptionUsage(
  db: Kysely<Tables>,
  { organizationId, ids }: SubscriptionBatch,
): Promise<SubscriptionUsage[]> {
  const { rows } = await sql<SubscriptionUsage>`
    select m.subscription_id as "subscriptionId", ${usageColumns([organizationId])},
           array(select b.id from usage_settlement b
                  where b.organization_id = ${organizationId}
                    and b.subscription_id = m.subscription_id and b.meter_id = m.meter_id
                    and b.starts_at = u.starts_at
                  order by b.revision desc limit ${billedItemsMax}) as "settlementIds"
      from ${usageOfSubscriptions([organizationId])}
     where m.organization_id = ${organizationId} and m.subscription_id = ${anyOf(ids)}
     order by m.created_at, m.id`.execute(db)
  return rows
}

/** What is left of a customer’s credits of each meter, less what was used without them. */
export async function findCreditsLeft(
  db: Kysely<Tables>,
  { organizationId, customerId }: Pick<SubscriptionRow, 'organizationId' | 'customerId'>,
): Promise<ReadonlyMap<Id<'meter'>, string>> {
  const { rows } = await sql<{ meterId: Id<'meter'>; balance: string }>`
    select meter_id as "meterId", balance::text as balance
      from ${customerCredit([organizationId])} c
     where customer_id = ${customerId}`.execute(db)
  return new Map(rows.map(({ meterId, balance }) => [meterId, balance]))
}

interface OpenPeriod {
  readonly subscriptionId: Id<'subscription'>
  readonly meterId: Id<'meter'>
  /** To the microsecond, which a date doesn’t have. */
  readonly startsAt: string
  readonly closesAt: Date
}

/** Of each meter of these subscriptions. */
export async function findOpenPeriods(
  tx: Transaction<Tables>,
  { organizationId, ids }: SubscriptionBatch,
): Promise<readonly OpenPeriod[]> {
  const { rows } = await sql<OpenPeriod>`
    select u.subscription_id as "subscriptionId", u.meter_id as "meterId",
           u.starts_at::text as "startsAt", u.ends_at as "closesAt"
      from subscription s
      join metered_usage u
        on u.organization_id = s.organization_id and u.customer_id = s.customer_id
       and u.subscription_id = s.id and u.is_open
     where s.organization_id = ${organizationId} and s.id = ${anyOf(ids)}`.execute(tx)
  return rows
}

interface ChangedMeter {
  readonly id: Id<'subscription'>
  readonly meterId: Id<'meter'>
  /** Null where the subscription doesn’t have the meter any more. */
  readonly open: unknown
}

/** One row for each metered price, even before anything is used. */
export async function saveMeters(
  { tx, newId, now }: Pick<UnitOfWork, 'tx' | 'newId' | 'now'>,
  organizationId: Id<'organization'>,
  changes: readonly ChangedMeter[],
): Promise<void> {
  const added = changes.filter(({ open }) => open !== null)
  const removed = changes.filter(({ open }) => open === null)
  const rows = jsonRows(
    added.map(({ id: subscriptionId, meterId }) => ({
      organizationId,
      subscriptionId,
      meterId,
      id: newId('subscriptionMeter'),
      createdAt: now,
    })),
  )
  await sql`
    with removed as (
      delete from subscription_meter m
       using unnest(${removed.map(({ id }) => id)}::uuid[],
                    ${removed.map(({ meterId }) => meterId)}::uuid[]) as r (subscription_id, meter_id)
       where m.organization_id = ${organizationId}
         and m.subscription_id = r.subscription_id and m.meter_id = r.meter_id
    )
    insert into subscription_meter
    select * from jsonb_populate_recordset(null::subscription_meter, ${rows}::jsonb)
        on conflict (organization_id, subscription_id, meter_id) do nothing`.execute(tx)
}
