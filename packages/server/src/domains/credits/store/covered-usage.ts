import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql } from 'kysely'
import { type Decimal, decimal } from '../../../kernel/decimal.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { jsonRows } from '../../../platform/database/json-rows.ts'
import type { AccountKey } from './accounts.ts'

/** What a subscription used of a meter in a period. */
export interface UsageKey extends AccountKey {
  readonly subscriptionId: Id<'subscription'>
  readonly startsAt: Date
}

export interface CoveredUsage extends UsageKey {
  /** What was burned; without an account, all that was used. */
  readonly consumed: Decimal
  /** By lots. */
  readonly covered: Decimal
}

interface Row extends UsageKey {
  readonly consumed: string
  readonly covered: string
}

/** In the order of the keys. */
export async function readCovered(
  db: Kysely<Tables>,
  keys: readonly UsageKey[],
): Promise<CoveredUsage[]> {
  if (keys.length === 0) return []
  const input = jsonRows(
    keys.map(({ organizationId, customerId, meterId, subscriptionId, startsAt }, place) => ({
      organizationId,
      customerId,
      meterId,
      subscriptionId,
      startsAt,
      place,
    })),
  )
  const { rows } = await sql<Row>`
    select k.organization_id as "organizationId", k.customer_id as "customerId",
           k.meter_id as "meterId", k.subscription_id as "subscriptionId",
           k.starts_at as "startsAt",
           coalesce(b.burned, greatest(m.consumed_units, 0), 0)::text as consumed,
           coalesce(b.burned - b.overage - b.billed, 0)::text as covered
      from jsonb_to_recordset(${input}::jsonb)
             as k (organization_id uuid, customer_id uuid, meter_id uuid, subscription_id uuid,
                   starts_at timestamptz, place int)
      left join credit_burn b
        on b.organization_id = k.organization_id and b.customer_id = k.customer_id
       and b.meter_id = k.meter_id and b.subscription_id = k.subscription_id
       and b.starts_at = k.starts_at
      left join metered_usage m
        on m.organization_id = k.organization_id and m.customer_id = k.customer_id
       and m.meter_id = k.meter_id and m.subscription_id = k.subscription_id
       and m.starts_at = k.starts_at
     order by k.place`.execute(db)
  return rows.map((row) => ({
    ...row,
    consumed: decimal(row.consumed),
    covered: decimal(row.covered),
  }))
}
