import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { isOfOrganization, organizationsOf } from '../../../platform/database/of-organization.ts'
import { customerCredit } from '../../credits/views/customer-credit.ts'
import type { CustomerKey } from './locks.ts'

/** A customer at the instant of the organization’s clock. */
export interface CustomerNow extends CustomerKey {
  readonly now: Date
}

interface OfMeter extends CustomerKey {
  readonly meterId: Id<'meter'>
}

export interface PeriodRow extends OfMeter {
  /** Null outside of subscriptions. */
  readonly subscriptionId: Id<'subscription'> | null
  readonly startsAt: string
  readonly endsAtText: string
  /** Null without an end. */
  readonly endsAt: Date | null
  readonly isOpen: boolean
  readonly consumed: string
}

/** Periods that last, and open ones that are over but not billed yet. The latest first. */
export async function findPeriods(
  db: Kysely<Tables>,
  customers: readonly CustomerNow[],
): Promise<readonly PeriodRow[]> {
  const { rows } = await sql<PeriodRow>`
    select u.organization_id as "organizationId", u.customer_id as "customerId",
           u.meter_id as "meterId", nullif(u.subscription_id, ${noSubscription}) as "subscriptionId",
           u.starts_at::text as "startsAt", u.ends_at::text as "endsAtText",
           nullif(u.ends_at, 'infinity') as "endsAt", u.is_open as "isOpen",
           u.consumed_units::text as consumed
      from ${asCustomers(customers)}
      join metered_usage u on ${isOfCustomer('u', customers)}
     where u.starts_at <= c.now and (u.ends_at > c.now or u.is_open)
     order by u.starts_at desc`.execute(db)
  return rows
}

const noSubscription = '00000000-0000-0000-0000-000000000000'

export interface UnitsRow extends OfMeter {
  readonly units: string
}

/** What is left of credits, less what was used without them. */
export async function findBalances(
  db: Kysely<Tables>,
  customers: readonly CustomerNow[],
): Promise<readonly UnitsRow[]> {
  const { rows } = await sql<UnitsRow>`
    select b.organization_id as "organizationId", b.customer_id as "customerId",
           b.meter_id as "meterId", b.balance::text as units
      from ${asCustomers(customers)}
      join ${customerCredit(organizationsOf(customers))} b on ${isOfCustomer('b', customers)}`.execute(
    db,
  )
  return rows
}

/** What reservations hold that haven’t expired. */
export async function findHeldUnits(
  db: Kysely<Tables>,
  customers: readonly CustomerNow[],
): Promise<readonly UnitsRow[]> {
  const { rows } = await sql<UnitsRow>`
    select r.organization_id as "organizationId", r.customer_id as "customerId",
           r.meter_id as "meterId", sum(r.units)::text as units
      from ${asCustomers(customers)}
      join usage_reservation r on ${isOfCustomer('r', customers)}
     where r.status = 'held' and r.expires_at > c.now
     group by 1, 2, 3`.execute(db)
  return rows
}

const isOfCustomer = (alias: string, customers: readonly CustomerNow[]) => {
  const organizationIds = organizationsOf(customers)
  return sql`${isOfOrganization({ alias, row: 'c', organizationIds })}
       and ${sql.ref(`${alias}.customer_id`)} = c.customer_id`
}

/** A table of a statement, called `c`. */
const asCustomers = (customers: readonly CustomerNow[]) => sql`
  unnest(${customers.map(({ organizationId }) => organizationId)}::uuid[],
         ${customers.map(({ customerId }) => customerId)}::uuid[],
         ${customers.map(({ now }) => now.toISOString())}::timestamptz[])
    as c (organization_id, customer_id, now)`
