import type { Id } from '@guildhall/contract/primitives'
import { type RawBuilder, sql } from 'kysely'
import { isOfOneOf, isOfOrganization } from '../../../platform/database/of-organization.ts'

/** What credits cover of a period. */
export interface CoveredUsageRow {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
  readonly meterId: Id<'meter'>
  readonly subscriptionId: Id<'subscription'>
  readonly startsAt: Date
  readonly coveredUnits: string
}

/**
 * A table of a statement about these organizations. Usage that isn’t burned yet burns what open lots
 * have left; where several periods of a customer wait for the same lots, which of them serve which
 * is only known then.
 */
export function coveredUsage(
  organizationIds: readonly Id<'organization'>[],
): RawBuilder<CoveredUsageRow> {
  const isOfUsage = (alias: string) => sql`
    ${isOfOrganization({ alias, row: 'u', organizationIds })}
      and ${sql.ref(`${alias}.customer_id`)} = u.customer_id
      and ${sql.ref(`${alias}.meter_id`)} = u.meter_id`
  return sql<CoveredUsageRow>`(
    select u.organization_id, u.customer_id, u.meter_id, u.subscription_id, u.starts_at,
           coalesce(b.burned - b.overage - b.billed, 0)
             + case when u.is_open
                    then least(greatest(u.consumed_units - coalesce(b.burned, 0), 0), lots.remaining)
                    else 0 end as covered_units
      from metered_usage u
      join credit_account a on ${isOfUsage('a')}
      left join frozen_clock f on ${isOfOrganization({ alias: 'f', row: 'u', organizationIds })}
      left join credit_burn b on ${isOfUsage('b')}
       and b.subscription_id = u.subscription_id and b.starts_at = u.starts_at
     cross join lateral (
       select coalesce(sum(l.remaining), 0) as remaining from credit_lot l
        where ${isOfUsage('l')} and l.closed_by is null
          and (l.expires_at is null
               or l.expires_at > coalesce(f.frozen_at, statement_timestamp()))) lots
     where ${isOfOneOf('u.organization_id', organizationIds)})`
}
