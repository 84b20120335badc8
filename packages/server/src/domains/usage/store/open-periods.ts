import type { Id } from '@guildhall/contract/primitives'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { earlier } from '../../../platform/database/moved-by.ts'
import type { ClosedPeriod, MeteredPeriodChange } from '../../../platform/hooks.ts'
import { noSubscription } from './usage-periods.ts'

/** They are of one organization. */
interface ChangesOf {
  readonly organizationId: Id<'organization'>
  readonly changes: readonly MeteredPeriodChange[]
}

/** Unique values of periods that get another start when they are closed. */
export const moveValues = async (
  tx: Transaction<Tables>,
  { organizationId, changes }: ChangesOf,
): Promise<void> =>
  void (await sql`
    update usage_value v set starts_at = ${freeBefore(organizationId, sql`p.starts_at`)}
      from usage_period p
      join ${changed(changes)} on ${isOf(organizationId, 'p', 'c')}
     where ${isOf(organizationId, 'v', 'p')} and v.entity = p.entity and v.starts_at = p.starts_at
       and p.is_open and c.closes_at <= p.starts_at`.execute(tx))

/**
 * Closes open periods. One that is closed at the instant of its start becomes a microsecond long,
 * before it: so each has a start of its own, and no event, whose time has milliseconds, belongs to it.
 */
export async function closePeriods(
  tx: Transaction<Tables>,
  { organizationId, changes }: ChangesOf,
): Promise<readonly ClosedPeriod[]> {
  const { rows } = await sql<ClosedPeriod>`
    with closed as (
      update usage_period p
         set is_open = false, ends_at = least(p.ends_at, c.closes_at),
             open_until = p.ends_at, closed_at = (select clock_timestamp()),
             starts_at = case when c.closes_at > p.starts_at then p.starts_at
                              else ${freeBefore(organizationId, sql`p.starts_at`)} end
        from ${changed(changes)}
       where ${isOf(organizationId, 'p', 'c')} and p.is_open and c.closes_at is not null
      returning p.subscription_id, p.meter_id, p.starts_at
    )
    select subscription_id as "subscriptionId", meter_id as "meterId", starts_at::text as "startsAt"
      from closed`.execute(tx)
  return rows
}

/** The last instant before another at which no other period starts. */
const freeBefore = (organizationId: Id<'organization'>, instant: RawBuilder<unknown>) =>
  earlier(
    instant,
    sql`(
  select (1 + count(*)) * interval '1 microsecond' from usage_period o
   where ${isOf(organizationId, 'o', 'c')} and o.entity = '' and o.ends_at = ${instant}
     and o.starts_at > ${earlier(instant, sql`interval '1 millisecond'`)})`,
  )

/**
 * One that is open already only ends at another time. If the price changes when its period is over
 * and not renewed yet, nothing can be used at the new one until then.
 */
export async function openPeriods(
  tx: Transaction<Tables>,
  { organizationId, changes }: ChangesOf,
): Promise<void> {
  await sql`
    with opened as (
      select c.*, coalesce(
               (select p.starts_at from usage_period p
                 where ${isOf(organizationId, 'p', 'c')} and p.is_open),
               case when c.starts_at < c.ends_at then c.starts_at
                    else ${freeBefore(organizationId, sql`c.ends_at`)} end) as from_then
        from ${changed(changes)}
       where c.starts_at is not null
    )
    insert into usage_period
      (organization_id, customer_id, meter_id, subscription_id, entity, starts_at, ends_at, is_open,
       modified_at)
    select ${organizationId}, customer_id, meter_id, subscription_id, '', from_then, ends_at, true,
           statement_timestamp()
      from opened
    on conflict (organization_id, customer_id, meter_id, subscription_id, entity, starts_at)
    do update set ends_at = excluded.ends_at, is_open = true, open_until = null, closed_at = null`.execute(
    tx,
  )
}

export interface Misplaced {
  readonly customerId: Id<'customer'>
  readonly meterId: Id<'meter'>
}

/**
 * What followed an open period by itself ends where the next one begins, or has nothing to follow any
 * more. Answers whose events have to be counted anew, because some belong to other periods now.
 */
export async function endFollowing(
  tx: Transaction<Tables>,
  { organizationId, changes }: ChangesOf,
): Promise<readonly Misplaced[]> {
  const { rows } = await sql<Misplaced>`
    with following as (
      select p.customer_id, p.meter_id, p.subscription_id, p.entity, p.starts_at,
             c.starts_at as next_starts_at
        from usage_period p
        join ${changed(changes)} on ${isOf(organizationId, 'p', 'c')}
       where not p.is_open and p.ends_at = 'infinity' and p.entity = ''
    ), ended as (
      update usage_period p set ends_at = f.next_starts_at
        from following f
       where p.organization_id = ${organizationId} and ${isSame('p', 'f')}
         and f.next_starts_at > f.starts_at
    ), forgotten as (
      delete from usage_period p using following f
       where p.organization_id = ${organizationId} and ${isSame('p', 'f')}
         and (f.next_starts_at is null or f.next_starts_at <= f.starts_at)
    )
    select distinct p.customer_id as "customerId", p.meter_id as "meterId"
      from usage_period p
      join ${changed(changes)}
        on p.customer_id = c.customer_id and p.meter_id = c.meter_id
     where p.organization_id = ${organizationId} and p.entity = ''
       and case p.subscription_id
             when c.subscription_id then
               (p.is_open and p.last_timestamp >= p.ends_at)
               or (not p.is_open and p.ends_at = 'infinity' and p.last_timestamp is not null)
             when ${noSubscription} then
               c.closes_at is null and p.last_timestamp >= c.starts_at
             else false
           end
     order by 1, 2`.execute(tx)
  return rows
}

const changed = (changes: readonly MeteredPeriodChange[]) => sql`
  (select * from unnest(
     ${changes.map((one) => one.customerId)}::uuid[],
     ${changes.map((one) => one.meterId)}::uuid[],
     ${changes.map((one) => one.subscriptionId)}::uuid[],
     ${changes.map((one) => one.closesAt?.toISOString() ?? null)}::timestamptz[],
     ${changes.map((one) => one.open?.start.toISOString() ?? null)}::timestamptz[],
     ${changes.map((one) => one.open?.end.toISOString() ?? null)}::timestamptz[])) as c
     (customer_id, meter_id, subscription_id, closes_at, starts_at, ends_at)`

const isOf = (organizationId: Id<'organization'>, row: string, change: string) => sql`
  ${sql.ref(`${row}.organization_id`)} = ${organizationId} and ${sql.raw(
    ['customer_id', 'meter_id', 'subscription_id']
      .map((column) => `${row}.${column} = ${change}.${column}`)
      .join(' and '),
  )}`

const isSame = (row: string, other: string) =>
  sql.raw(
    ['customer_id', 'meter_id', 'subscription_id', 'starts_at']
      .map((column) => `${row}.${column} = ${other}.${column}`)
      .join(' and '),
  )
