import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { countedAt, type UsageEventRow } from './events.ts'
import { findPeriod } from './usage-periods.ts'

/** Times as text are to the microsecond. */
export interface PeriodOfEvent {
  readonly meterId: Id<'meter'>
  readonly subscriptionId: Id<'subscription'>
  readonly startsAt: Date
  readonly startsAtExactly: string
  readonly endsAt: Date | null
  readonly countedAt: string
  /** When balances lost it; null while they have it. */
  readonly uncountedAt: string | null
}

/** The periods of subscriptions in which these meters count an event. */
export async function findPeriodsOfEvent(
  db: Kysely<Tables>,
  { organizationId, id, customerId }: Pick<UsageEventRow, 'organizationId' | 'id' | 'customerId'>,
  meterIds: readonly Id<'meter'>[],
): Promise<readonly PeriodOfEvent[]> {
  const { rows } = await sql<PeriodOfEvent>`
    select c.meter_id as "meterId", found.subscription_id as "subscriptionId",
           found.starts_at as "startsAt", found.starts_at::text as "startsAtExactly",
           nullif(found.ends_at, 'infinity') as "endsAt", c.counted_at::text as "countedAt",
           v.uncounted_at::text as "uncountedAt"
      from (select organization_id, id, "timestamp", subscription_id, ${customerId}::uuid as customer_id,
                   meter_id, ${countedAt} as counted_at
              from usage_event cross join unnest(${meterIds}::uuid[]) as meter_id
             where organization_id = ${organizationId} and id = ${id}) c
      left join usage_void v on v.organization_id = c.organization_id and v.event_id = c.id
      ${findPeriod}
     where found.starts_at <> '-infinity'`.execute(db)
  return rows
}
