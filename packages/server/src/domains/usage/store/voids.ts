import type { Id } from '@guildhall/contract/primitives'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { organizationsOf } from '../../../platform/database/of-organization.ts'
import { eventColumns, joinVoid, type UsageEventRow } from './events.ts'
import { hasValue } from './ingest.ts'
import { keepContributions, removeContributions } from './usage-periods.ts'

/** Whether an event of the organization, which the statement calls so, counts. */
export const isValid = (
  alias: string,
  organizationId: Id<'organization'>,
): RawBuilder<boolean> => sql<boolean>`not exists (
  select from usage_void v
   where v.organization_id = ${organizationId}
     and v.event_id = ${sql.ref(`${alias}.id`)})`

export interface NamedEvents {
  readonly ids: readonly Id<'usageEvent'>[]
  readonly externalIds: readonly string[]
}

/** They aren’t removed until the transaction ends. */
export async function findEvents(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  { ids, externalIds }: NamedEvents,
): Promise<readonly UsageEventRow[]> {
  const { rows } = await sql<UsageEventRow>`
    select ${eventColumns([organizationId])} from usage_event ${joinVoid([organizationId])}
     where organization_id = ${organizationId} and id in (
       select unnest(${ids}::uuid[])
       union
       select event_id from usage_event_key
        where organization_id = ${organizationId}
          and external_id = any(${externalIds}::text[]))
       for key share of usage_event`.execute(tx)
  return rows
}

/** The balances of their customers lose them. They are held, so that it is before or after others. */
export const markUncounted = async (
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  eventIds: readonly Id<'usageEvent'>[],
): Promise<void> =>
  void (await sql`
    update usage_void set uncounted_at = (select clock_timestamp())
     where organization_id = ${organizationId} and event_id = any(${eventIds}::uuid[])`.execute(tx))

export interface NewVoid {
  readonly eventId: Id<'usageEvent'>
  readonly replacedBy: Id<'usageEvent'> | null
  readonly reason: string | null
}

/** Answers the events that weren’t voided before. A parallel request for the same is waited for. */
export async function insertVoids(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  voids: readonly NewVoid[],
  now: Date,
): Promise<ReadonlySet<Id<'usageEvent'>>> {
  const { rows } = await sql<{ eventId: Id<'usageEvent'> }>`
    insert into usage_void (organization_id, event_id, replaced_by, reason, voided_at)
    select ${organizationId}, event_id, replaced_by, reason, ${now}
      from unnest(${voids.map(({ eventId }) => eventId)}::uuid[],
                  ${voids.map(({ replacedBy }) => replacedBy)}::uuid[],
                  ${voids.map(({ reason }) => reason)}::text[])
           with ordinality as v (event_id, replaced_by, reason, place)
     order by event_id, place
    on conflict do nothing
    returning event_id as "eventId"`.execute(tx)
  return new Set(rows.map(({ eventId }) => eventId))
}

/** What a meter counted of an event of a customer. */
export interface CountedEvent
  extends Pick<UsageEventRow, 'organizationId' | 'subscriptionId' | 'entity' | 'timestamp'> {
  readonly customerId: Id<'customer'>
  readonly countedAtExactly: string
  readonly meterId: Id<'meter'>
  readonly quantity: string
  readonly value: string | null
}

export async function takeBack(
  tx: Transaction<Tables>,
  counted: readonly CountedEvent[],
): Promise<void> {
  if (counted.length === 0) return
  await sql`
    with ${contributionOf(counted)}, ${removeContributions(changedBy(counted))}
    select`.execute(tx)
}

/** What meters counted of these events stays in balances without them. */
export async function keepWithout(
  tx: Transaction<Tables>,
  counted: readonly CountedEvent[],
): Promise<void> {
  if (counted.length === 0) return
  await sql`
    with ${contributionOf(counted)}, ${keepContributions(changedBy(counted))}
    select`.execute(tx)
}

const changedBy = (counted: readonly CountedEvent[]) => ({
  organizationIds: organizationsOf(counted),
  haveValues: counted.some(hasValue),
})

const contributionOf = (counted: readonly CountedEvent[]): RawBuilder<unknown> => sql`
    contribution as (
      select * from unnest(
        ${counted.map(({ organizationId }) => organizationId)}::uuid[],
        ${counted.map(({ customerId }) => customerId)}::uuid[],
        ${counted.map(({ meterId }) => meterId)}::uuid[],
        ${counted.map(({ subscriptionId }) => subscriptionId)}::uuid[],
        ${counted.map(({ entity }) => entity)}::text[],
        ${counted.map(({ timestamp }) => timestamp.toISOString())}::timestamptz[],
        ${counted.map(({ countedAtExactly }) => countedAtExactly)}::timestamptz[],
        ${counted.map(({ quantity }) => quantity)}::numeric[],
        ${counted.map(({ value }) => value)}::jsonb[])
        as c (organization_id, customer_id, meter_id, subscription_id, entity, "timestamp", counted_at,
             quantity, value)
    )`
