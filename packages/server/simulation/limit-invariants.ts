import { ownRows } from './world-rows.ts'

const reservations = ownRows('usage_reservation')

/** What holds at any moment. */
export const limitInvariants = {
  'a settled reservation has an event of its customer': `
    select r.id::text as violation from ${reservations} r
     where r.status = 'settled' and not exists (
       select from usage_event e
        where e.organization_id = w.id and e.id = r.event_id and e.customer_id = r.customer_id)`,
  'an event settles one reservation': `
    select r.event_id::text as violation from ${reservations} r
     where r.event_id is not null group by r.event_id having count(*) > 1`,
  'what is settled is what the meter counts': `
    select r.id::text as violation from ${reservations} r
      join meter m on m.organization_id = w.id and m.id = r.meter_id
     where r.status = 'settled' and m.aggregation_func = 'count' and r.settled_units <> 1`,
  'a threshold of a limit is notified once in a period': `
    select e.object_id as violation from (
      select name, object_id, object_version, payload from event_log where organization_id = w.id
      union all
      select name, object_id, object_version, payload from outbox where organization_id = w.id) e
     where e.name = 'usage_limit.threshold_reached'
     group by e.object_id, e.object_version, e.payload ->> 'threshold',
              e.payload ->> 'period_start'
    having count(*) > 1`,
}
