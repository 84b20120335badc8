import type { Calculation } from '@guildhall/contract/metering/shapes'
import type { Id } from '@guildhall/contract/primitives'
import { type RawBuilder, sql } from 'kysely'
import { isOfOneOf, isOfOrganization } from '../../../platform/database/of-organization.ts'
import { customerCredit } from '../../credits/views/customer-credit.ts'

/** What a meter counted of a customer in the periods that last. */
export interface CustomerMeterQuantityRow {
  readonly organizationId: Id<'organization'>
  readonly id: Id<'customerMeter'>
  readonly customerId: Id<'customer'>
  readonly meterId: Id<'meter'>
  readonly createdAt: Date
  readonly meterName: string
  readonly aggregationFunc: Calculation['func']
  readonly modifiedAt: Date | null
  readonly eventCount: number
  /** Numbers with all their digits. */
  readonly sum: string
  readonly max: string | null
  readonly min: string | null
  /** What lots have left, with what they served of the periods that last. */
  readonly creditedUnits: string
  readonly balance: string
}

/** A table of a statement. */
export function customerMeterQuantity(
  organizationIds: readonly Id<'organization'>[],
): RawBuilder<CustomerMeterQuantityRow> {
  const isOfMeter = (alias: string) => isOfOrganization({ alias, row: 'm', organizationIds })
  return sql<CustomerMeterQuantityRow>`(
    select q.organization_id, q.id, q.customer_id, q.meter_id, q.created_at, q.meter_name,
           q.aggregation_func, greatest(q.changed_at, c.modified_at) as modified_at,
           q.event_count, q.sum, q.max, q.min, coalesce(c.credited_units, 0) as credited_units,
           coalesce(c.balance,
                    -metered_value(q.aggregation_func, q.event_count, q.sum, q.max, q.min))
             as balance
      from (
        select m.organization_id, m.id, m.customer_id, m.meter_id, m.created_at,
               l.name as meter_name, l.aggregation_func,
               coalesce(p.modified_at, m.created_at) as changed_at,
               coalesce(p.event_count, 0) as event_count,
               case when l.aggregation_func = 'unique' and p.used > 1 then v.values
                    else coalesce(p.sum, 0) end as sum,
               p.max, p.min
          from customer_meter m
          join meter_label l on ${isOfMeter('l')} and l.id = m.meter_id
          left join frozen_clock f on ${isOfMeter('f')}
         cross join lateral (
           select max(modified_at) as modified_at, sum(event_count)::bigint as event_count,
                  sum(sum) as sum, max(max) as max, min(min) as min,
                  count(*) filter (where event_count > 0) as used
             from usage_period p
            where ${isOfMeter('p')} and p.customer_id = m.customer_id
              and p.meter_id = m.meter_id and p.entity = ''
              and p.ends_at > coalesce(f.frozen_at, statement_timestamp())) p
         cross join lateral (
           select count(distinct v.value_hash)::numeric as values
             from usage_value v
             join usage_period o using
               (organization_id, customer_id, meter_id, subscription_id, entity, starts_at)
            where l.aggregation_func = 'unique' and p.used > 1
              and ${isOfMeter('v')} and v.customer_id = m.customer_id
              and v.meter_id = m.meter_id and v.entity = '' and v.event_count > 0
              and o.ends_at > coalesce(f.frozen_at, statement_timestamp())) v
         where ${isOfOneOf('m.organization_id', organizationIds)}) q
      left join ${customerCredit(organizationIds)} c
        on ${isOfOrganization({ alias: 'c', row: 'q', organizationIds })}
       and c.customer_id = q.customer_id and c.meter_id = q.meter_id)`
}
