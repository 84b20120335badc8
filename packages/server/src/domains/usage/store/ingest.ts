import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql, type Transaction } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { jsonText } from '../../../platform/database/json.ts'
import type { PlacedEvent } from '../rules/place-events.ts'
import { addContributions } from './usage-periods.ts'

export interface NewUsageEvent extends PlacedEvent {
  readonly organizationId: Id<'organization'>
  readonly id: Id<'usageEvent'>
}

/** What a meter counts of an event. */
export interface Contribution {
  /** Counted from 1. */
  readonly place: number
  readonly meterId: Id<'meter'>
  readonly quantity: string
}

interface Stored {
  /** The places, counted from 1, of events that were ingested before. */
  readonly duplicates: readonly number[]
  /** Unless zero, nothing may be committed: see `addContributions`. */
  readonly stale: number
}

/**
 * Stores events that weren’t ingested before, counts their names, and adds what meters count of them
 * to their customers’ balances. Of several with one external id, one is stored. Keys and names are
 * locked in their order, so that parallel batches can’t deadlock.
 */
export async function insertEvents(
  db: Kysely<Tables>,
  events: readonly NewUsageEvent[],
  contributions: readonly Contribution[],
): Promise<Stored> {
  const { rows } = await sql<Stored>`
    with incoming as materialized (
      select given.*, metadata
        from unnest(
               ${events.map(({ organizationId }) => organizationId)}::uuid[],
               ${events.map(({ id }) => id)}::uuid[],
               ${events.map(({ timestamp }) => timestamp.toISOString())}::timestamptz[],
               ${events.map(({ customerId }) => customerId)}::uuid[],
               ${events.map(({ event }) => event.subscriptionId ?? null)}::uuid[],
               ${events.map(({ event }) => event.name)}::text[],
               ${events.map(({ event }) => event.externalCustomerId ?? null)}::text[],
               ${events.map(({ event }) => event.externalId ?? null)}::text[],
               ${events.map(({ event }) => event.entity ?? null)}::text[])
             with ordinality as given (organization_id, id, "timestamp", customer_id,
               subscription_id, name, external_customer_id, external_id, entity, place)
        join jsonb_array_elements(${jsonText(events.map(({ event }) => event.metadata ?? {}))}::jsonb)
             with ordinality as attached (metadata, place) using (place)
    ), fresh as (
      insert into usage_event_key (organization_id, external_id, event_id)
      select organization_id, external_id, id from incoming
       where external_id is not null
       order by organization_id, external_id, place
      on conflict do nothing
      returning event_id
    ), inserted as (
      insert into usage_event (organization_id, id, ingested_at, "timestamp", customer_id,
        subscription_id, source, name, external_customer_id, external_id, entity, metadata)
      select organization_id, id, statement_timestamp(), "timestamp",
             coalesce(customer_id, (
               select c.id from customer_reference c
                where c.organization_id = incoming.organization_id
                  and c.external_id = incoming.external_customer_id)),
             subscription_id, 'user', name, external_customer_id, external_id, entity, metadata
        from incoming
       where external_id is null or id in (select event_id from fresh)
      returning organization_id, id, name, source, "timestamp", customer_id, subscription_id, entity
    ), counted as (
      insert into usage_event_name as known
        (organization_id, name, source, slot, occurrences, first_seen, last_seen)
      select organization_id, name, source, pg_backend_pid() % ${sql.lit(slots)}, count(*),
             min("timestamp"), max("timestamp")
        from inserted
       group by organization_id, name, source
       order by organization_id, name, source
      on conflict (organization_id, name, source, slot) do update
        set occurrences = known.occurrences + excluded.occurrences,
            first_seen = least(known.first_seen, excluded.first_seen),
            last_seen = greatest(known.last_seen, excluded.last_seen)
    )${contributions.length === 0 ? nothingToAdd : adding(contributions)}
    select array(select place::int from incoming
                  where external_id is not null and id not in (select event_id from fresh)
                ) as duplicates,
           stale.rows::int as stale
      from stale`.execute(db)
  const [stored] = rows
  assert(stored !== undefined, 'the statement returns one row')
  return stored
}

const nothingToAdd = sql`, stale as (select 0 as rows)`

const adding = (contributions: readonly Contribution[]) => sql`, contribution as (
      select i.organization_id, i.customer_id, given.meter_id, i.subscription_id, i.entity,
             i."timestamp", given.quantity
        from unnest(
               ${contributions.map(({ place }) => place)}::int[],
               ${contributions.map(({ meterId }) => meterId)}::uuid[],
               ${contributions.map(({ quantity }) => quantity)}::numeric[])
             as given (place, meter_id, quantity)
        join incoming n on n.place = given.place
        join inserted i on i.id = n.id
       where i.customer_id is not null
    ), ${addContributions}`

const slots = 16

export interface ExternalCustomer {
  readonly organizationId: Id<'organization'>
  readonly externalCustomerId: string
}

/**
 * Until the transaction ends, nobody gets one of these external ids. Locks are shared by many ids,
 * because the memory of PostgreSQL for locks is bounded.
 */
export const holdExternalIds = async (
  tx: Transaction<Tables>,
  unknown: readonly ExternalCustomer[],
): Promise<void> =>
  void (await sql`
    select pg_advisory_xact_lock_shared(${lockSpace}, lock)
      from (select distinct ${lockOf('organization_id', 'external_id')} as lock
              from unnest(${unknown.map(({ organizationId }) => organizationId)}::uuid[],
                          ${unknown.map((one) => one.externalCustomerId)}::text[])
                as unknown (organization_id, external_id)
             order by 1) as locks`.execute(tx))

/** Waits for events of this external id that are being ingested, and keeps others waiting. */
export const takeExternalId = async (
  tx: Transaction<Tables>,
  { organizationId, externalCustomerId }: ExternalCustomer,
): Promise<void> =>
  void (await sql`
    select pg_advisory_xact_lock(${lockSpace}, ${lockOf('organization_id', 'external_id')})
      from (select ${organizationId}::uuid as organization_id,
                   ${externalCustomerId}::text as external_id) as taken`.execute(tx))

const lockSpace = sql.raw(`hashtext('usage.external_customer')`)
const lockOf = (organizationId: string, externalId: string) =>
  sql.raw(`abs(hashtext(${organizationId}::text || ${externalId}) % 1024)`)
