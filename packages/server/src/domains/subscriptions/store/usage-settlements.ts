import type { Id, MinorUnits } from '@guildhall/contract/primitives'
import { type Kysely, sql } from 'kysely'
import type { StoredPrice } from '../../../kernel/stored-price.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { jsonRows } from '../../../platform/database/json-rows.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'

/** A period of which something was billed just now. */
export interface RevisedPeriod {
  readonly subscriptionId: Id<'subscription'>
  readonly meterId: Id<'meter'>
  /** To the microsecond, which a date doesn’t have. */
  readonly startsAt: string
  readonly price: StoredPrice
}

/**
 * Keeps what is billed of these periods by now, up to which events and with which credits. No events
 * of their customers are counted meanwhile. Answers the ids in the order of the periods.
 */
export async function insertRevisions(
  { tx, newId }: Pick<UnitOfWork, 'tx' | 'newId'>,
  organizationId: Id<'organization'>,
  periods: readonly RevisedPeriod[],
): Promise<readonly Id<'usageSettlement'>[]> {
  if (periods.length === 0) return []
  const rows = periods.map((period) => ({ ...period, id: newId('usageSettlement') }))
  await sql`
    insert into usage_settlement
    select s.organization_id, n.id, s.subscription_id, s.meter_id, s.starts_at,
           1 + (select count(*) from usage_settlement b
                 where b.organization_id = ${organizationId}
                   and b.subscription_id = s.subscription_id and b.meter_id = s.meter_id
                   and b.starts_at = s.starts_at),
           s.customer_id, s.ends_at, s.product_price_id, n.price, s.consumed_units,
           s.credited_units, s.amount, u.consumed_units, u.event_count, u.sum,
           clock_timestamp(),
           coalesce((select jsonb_agg(jsonb_build_object('lotId', v.lot_id,
                                                         'units', v.units::text))
                       from served_usage v where ${isOfPeriod('v', organizationId)}), '[]'),
           s.settled_at, s.is_open
      from jsonb_to_recordset(${jsonRows(rows)}::jsonb)
             as n (id uuid, subscription_id uuid, meter_id uuid, starts_at timestamptz,
                   price jsonb)
      join settled_usage s
        on s.organization_id = ${organizationId} and s.subscription_id = n.subscription_id
       and s.meter_id = n.meter_id and s.starts_at = n.starts_at
      join metered_usage u on ${isOfPeriod('u', organizationId)}`.execute(tx)
  return rows.map(({ id }) => id)
}

const isOfPeriod = (row: string, organizationId: Id<'organization'>) => sql`
  ${sql.ref(row)}.organization_id = ${organizationId} and ${sql.raw(
    ['customer_id', 'meter_id', 'subscription_id', 'starts_at']
      .map((column) => `${row}.${column} = s.${column}`)
      .join(' and '),
  )}`

export interface RevisionRow {
  readonly id: Id<'usageSettlement'>
  readonly subscriptionId: Id<'subscription'>
  readonly meterId: Id<'meter'>
  readonly customerId: Id<'customer'>
  readonly startsAt: Date
  readonly startsAtExactly: string
  readonly endsAt: Date
  readonly price: unknown
  readonly consumedUnits: string
  readonly creditedUnits: string
  readonly amount: MinorUnits
  /** Whether the period went on by then. */
  readonly isOpen: boolean
  readonly countedUnits: string
  readonly eventCount: number
  readonly eventSum: string
  readonly countedUntil: string
  readonly lots: readonly ServedByLot[]
}

interface ServedByLot {
  readonly lotId: Id<'creditLot'>
  readonly units: string
}

/** This revision of a period, and the one before it, if there is one. */
export async function findRevisions(
  db: Kysely<Tables>,
  { organizationId, id }: { organizationId: Id<'organization'>; id: Id<'usageSettlement'> },
): Promise<readonly RevisionRow[]> {
  const { rows } = await sql<RevisionRow>`
    select s.id, s.subscription_id, s.meter_id, s.customer_id, s.starts_at,
           s.starts_at::text as starts_at_exactly, s.ends_at, s.price,
           s.consumed_units::text, s.credited_units::text, s.amount, s.is_open, s.counted_units::text,
           s.event_count, s.event_sum::text, s.counted_until::text, s.lots
      from usage_settlement this
      join usage_settlement s
        on s.organization_id = this.organization_id and s.subscription_id = this.subscription_id
       and s.meter_id = this.meter_id and s.starts_at = this.starts_at
       and s.revision between this.revision - 1 and this.revision
     where this.organization_id = ${organizationId} and this.id = ${id}
     order by s.revision desc`.execute(db)
  return rows
}

/** A period that has an event; times are to the microsecond. */
export interface PeriodWithEvent {
  readonly subscriptionId: Id<'subscription'>
  readonly meterId: Id<'meter'>
  readonly startsAtExactly: string
  readonly countedAt: string
  /** Null while it counts. */
  readonly uncountedAt: string | null
}

export interface RevisionOfEvent {
  readonly id: Id<'usageSettlement'>
  readonly subscriptionId: Id<'subscription'>
  readonly meterId: Id<'meter'>
  readonly change: 'added' | 'removed'
}

/** The first revision of each period that has the event, and the first that has it no more. */
export async function findRevisionsOfEvent(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  periods: readonly PeriodWithEvent[],
): Promise<readonly RevisionOfEvent[]> {
  if (periods.length === 0) return []
  const { rows } = await sql<RevisionOfEvent>`
    with period as (
      select * from jsonb_to_recordset(${jsonRows(periods.map((period) => ({ ...period })))}::jsonb)
        as p (subscription_id uuid, meter_id uuid, starts_at_exactly timestamptz,
              counted_at timestamptz, uncounted_at timestamptz)
    ), revision as (
      select s.id, s.subscription_id, s.meter_id, s.revision, s.counted_until,
             coalesce(lag(s.counted_until) over (
               partition by s.subscription_id, s.meter_id order by s.revision), '-infinity') as since,
             p.counted_at, coalesce(p.uncounted_at, 'infinity') as uncounted_at
        from period p
        join usage_settlement s
          on s.organization_id = ${organizationId} and s.subscription_id = p.subscription_id
         and s.meter_id = p.meter_id and s.starts_at = p.starts_at_exactly
    )
    select id, subscription_id, meter_id, revision, 'added' as change from revision
     where counted_at > since and counted_at <= counted_until and uncounted_at > counted_until
    union all
    select id, subscription_id, meter_id, revision, 'removed' from revision
     where counted_at <= since and uncounted_at > since and uncounted_at <= counted_until
     order by revision`.execute(db)
  return rows
}
