import type { Id } from '@guildhall/contract/primitives'
import { type RawBuilder, sql } from 'kysely'
import { isOfOneOf, isOfOrganization } from '../../../platform/database/of-organization.ts'

export interface CustomerCreditRow {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
  readonly meterId: Id<'meter'>
  readonly modifiedAt: Date
  /** What lots have left, with what they served of the periods that last. */
  readonly creditedUnits: string
  readonly balance: string
}

/** A table of a statement: what customers of these organizations have of each meter’s credits. */
export function customerCredit(
  organizationIds: readonly Id<'organization'>[],
): RawBuilder<CustomerCreditRow> {
  const isOfAccount = (alias: string) => sql`
    ${isOfOrganization({ alias, row: 'a', organizationIds })}
      and ${sql.ref(`${alias}.customer_id`)} = a.customer_id
      and ${sql.ref(`${alias}.meter_id`)} = a.meter_id`
  return sql<CustomerCreditRow>`(
    select a.organization_id, a.customer_id, a.meter_id, a.modified_at,
           u.lasting + lots.remaining - u.rising - u.overage + u.falling as credited_units,
           lots.remaining - u.rising - u.overage + u.falling + u.ahead as balance
      from credit_account a
      left join frozen_clock f on ${isOfOrganization({ alias: 'f', row: 'a', organizationIds })}
     cross join lateral (
       select coalesce(sum(greatest(p.used - p.burned, 0)), 0) as rising,
              coalesce(sum(p.overage), 0) as overage,
              coalesce(sum(p.used) filter (where p.lasts), 0) as lasting,
              coalesce(sum(greatest(-p.consumed_units, 0)) filter (where p.lasts), 0) as ahead,
              coalesce(sum(case when p.used < p.burned then
                least(p.burned - p.used, p.overage + (
                  select coalesce(sum(s.units + s.covered), 0)
                    from credit_lot_burn s
                    join credit_lot l
                      on l.organization_id = s.organization_id and l.id = s.lot_id
                   where ${isOfAccount('s')}
                     and s.subscription_id = p.subscription_id and s.starts_at = p.starts_at
                     and l.closed_by is null and ${isUnexpired})) end), 0) as falling
         from (select subscription_id, starts_at, m.consumed_units,
                      greatest(coalesce(m.consumed_units, 0), 0) as used,
                      coalesce(b.burned, 0) as burned, coalesce(b.overage, 0) as overage,
                      coalesce(m.ends_at > ${clock}, false) as lasts
                 from (select subscription_id, starts_at, ends_at, consumed_units
                         from metered_usage m where ${isOfAccount('m')}) m
                 full join (select subscription_id, starts_at, burned, overage
                              from credit_burn b where ${isOfAccount('b')}) b
                   using (subscription_id, starts_at)) p) u
     cross join lateral (
       select coalesce(sum(case when ${isUnexpired} then l.remaining
                                else least(l.remaining, greatest(u.rising - l.before, 0)) end), 0)
                as remaining
         from (select remaining, expires_at,
                      coalesce(sum(remaining) over (
                        order by priority, expires_at, rolls_over, created_at, id
                        rows between unbounded preceding and 1 preceding), 0) as before
                 from credit_lot l where ${isOfAccount('l')} and closed_by is null) l) lots
     where ${isOfOneOf('a.organization_id', organizationIds)})`
}

const clock = sql.raw('coalesce(f.frozen_at, statement_timestamp())')
const isUnexpired = sql`(l.expires_at is null or l.expires_at > ${clock})`
