import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { jsonText } from '../../../platform/database/json.ts'
import { isOfOrganization, organizationsOf } from '../../../platform/database/of-organization.ts'
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
  /** As JSON, if the meter counts unique values. */
  readonly value: string | null
}

/**
 * Stores events that weren’t ingested before, counts their names, and adds what meters count of them
 * to their customers’ balances. Answers the places, counted from 1, of events that were ingested
 * before. Of several with one external id, one is stored. Keys and names are locked in their order,
 * so that parallel batches can’t deadlock.
 */
export async function insertEvents(
  db: Kysely<Tables>,
  events: readonly NewUsageEvent[],
  contributions: readonly Contribution[],
): Promise<readonly number[]> {
  const organizationIds = organizationsOf(events)
  const { rows } = await sql<{ duplicates: readonly number[] }>`
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
                where ${isOfOrganization({ alias: 'c', row: 'incoming', organizationIds })}
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
    )${contributions.length === 0 ? sql`` : adding(contributions, organizationIds)}
    select array(select place::int from incoming
                  where external_id is not null and id not in (select event_id from fresh)
                ) as duplicates`.execute(db)
  const [stored] = rows
  assert(stored !== undefined, 'the statement returns one row')
  return stored.duplicates
}

interface ExternalEvent {
  readonly organizationId: Id<'organization'>
  readonly externalId: string
}

interface IngestedEvent extends ExternalEvent {
  readonly id: Id<'usageEvent'>
}

/** Which of these external ids were ingested before. */
export async function findIngested(
  db: Kysely<Tables>,
  named: readonly ExternalEvent[],
): Promise<readonly IngestedEvent[]> {
  const organizationIds = organizationsOf(named)
  const { rows } = await sql<IngestedEvent>`
    select k.organization_id as "organizationId", k.external_id as "externalId", k.event_id as id
      from unnest(${named.map(({ organizationId }) => organizationId)}::uuid[],
                  ${named.map(({ externalId }) => externalId)}::text[])
             as named (organization_id, external_id)
      join usage_event_key k on ${isOfOrganization({ alias: 'k', row: 'named', organizationIds })}
       and k.external_id = named.external_id`.execute(db)
  return rows
}

const adding = (
  contributions: readonly Contribution[],
  organizationIds: readonly Id<'organization'>[],
) => sql`, contribution as (
      select i.organization_id, i.customer_id, given.meter_id, i.subscription_id, i.entity,
             i."timestamp", 'infinity'::timestamptz as counted_at, given.quantity, given.value
        from unnest(
               ${contributions.map(({ place }) => place)}::int[],
               ${contributions.map(({ meterId }) => meterId)}::uuid[],
               ${contributions.map(({ quantity }) => quantity)}::numeric[],
               ${contributions.map(({ value }) => value)}::jsonb[])
             as given (place, meter_id, quantity, value)
        join incoming n on n.place = given.place
        join inserted i on i.id = n.id
       where i.customer_id is not null
    ), ${addContributions({ organizationIds, haveValues: contributions.some(hasValue) })}`

export const hasValue = ({ value }: Pick<Contribution, 'value'>): boolean => value !== null

const slots = 16
