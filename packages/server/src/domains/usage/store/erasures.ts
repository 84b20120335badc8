import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { encodedText, jsonList } from '../../../platform/database/json.ts'
import { isOfOneOf } from '../../../platform/database/of-organization.ts'
import { watched } from '../../../platform/due/watched.ts'
import type { ErasedCustomer } from '../../../platform/hooks.ts'
import { conditionsOf } from './whom.ts'

const eventsAtOnce = 1000

/**
 * The external ids by which a customer got events of nobody, each with one that says nothing. An
 * adoption of the latter next to each of the former keeps the events the customer’s.
 */
const pseudonymsOf = ({ organizationId, customerId }: ErasedCustomer): RawBuilder<unknown> => sql`
  select adoption.*, 'erased:' || customer_id || ':'
           || dense_rank() over (order by external_customer_id) as pseudonym
    from usage_adoption adoption
   where organization_id = ${organizationId} and customer_id = ${customerId}
     and not starts_with(external_customer_id, 'erased:' || customer_id)`

export async function requestErasure(
  tx: Transaction<Tables>,
  { organizationId, customerId }: ErasedCustomer,
): Promise<void> {
  await sql`
    insert into usage_adoption
      (organization_id, external_customer_id, customer_id, adopted_at, counted_at)
    select organization_id, pseudonym, customer_id, adopted_at, counted_at
      from (${pseudonymsOf({ organizationId, customerId })}) as known`.execute(tx)
  await tx
    .insertInto('usageErasure')
    .values({ organizationId, customerId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** An erasure that is interrupted is begun anew. */
export const erasuresToFinish = watched({
  kind: 'usage.erase_events',
  leaseMilliseconds: 10 * 60_000,
  table: sql`usage_erasure`,
  isWatched: sql`true`,
  againMilliseconds: 0,
  isPatient: true,
})

export const listErasures = (
  db: Kysely<Tables>,
  organizationIds: readonly Id<'organization'>[],
): Promise<ErasedCustomer[]> =>
  db
    .selectFrom('usageErasure')
    .selectAll()
    .where(isOfOneOf('organization_id', organizationIds))
    .orderBy('organizationId')
    .orderBy('customerId')
    .limit(eventsAtOnce)
    .execute()

/** In the order in which events are read. Times as text are to the microsecond. */
export interface EventPlace {
  readonly id: Id<'usageEvent'>
  readonly timestamp: string
}

interface EventKey extends EventPlace {
  readonly ingestedAt: string
}

export interface PersonalEvent extends EventKey {
  readonly metadata: unknown
}

export interface ErasedEvent extends EventKey {
  readonly metadata: Readonly<Record<string, unknown>>
}

/** The next events of a customer. */
export async function readPersonalEvents(
  tx: Transaction<Tables>,
  { organizationId, customerId }: ErasedCustomer,
  after: EventPlace | null,
): Promise<readonly PersonalEvent[]> {
  const parts = await conditionsOf(tx, organizationId, { customerId: [customerId] })
  const behind =
    after === null
      ? sql`true`
      : sql`("timestamp", id) > (${after.timestamp}::timestamptz, ${after.id}::uuid)`
  const selects = (parts ?? []).map(
    (part) => sql`(
      select id, "timestamp", ingested_at, metadata from usage_event
       where organization_id = ${organizationId} and ${part} and ${behind}
       order by "timestamp", id limit ${eventsAtOnce})`,
  )
  const { rows } = await sql<PersonalEvent>`
    select id, "timestamp"::text, ingested_at::text as "ingestedAt", metadata
      from (${sql.join(selects, sql` union all `)}) as found
     order by found."timestamp", id limit ${eventsAtOnce}`.execute(tx)
  return rows
}

export async function saveErasedEvents(
  tx: Transaction<Tables>,
  { organizationId, customerId }: ErasedCustomer,
  events: readonly ErasedEvent[],
): Promise<void> {
  await sql`
    with erased as materialized (
      select given.*, metadata
        from unnest(${events.map(({ id }) => id)}::uuid[],
                    ${events.map(({ ingestedAt }) => ingestedAt)}::timestamptz[])
               with ordinality as given (id, ingested_at, place)
        join jsonb_array_elements(${jsonList(events.map(({ metadata }) => encodedText(metadata)))}::jsonb)
               with ordinality as attached (metadata, place) using (place)
    ), pseudonym as (
      select distinct external_customer_id, pseudonym
        from (${pseudonymsOf({ organizationId, customerId })}) as known
    ), reasons as (
      update usage_void v set reason = null from erased
       where v.organization_id = ${organizationId} and v.event_id = erased.id
         and v.reason is not null
    )
    update usage_event e
       set metadata = erased.metadata, entity = null,
           external_customer_id = case when e.customer_id is null then coalesce((
             select p.pseudonym from pseudonym p
              where p.external_customer_id = e.external_customer_id), e.external_customer_id) end
      from erased
     where e.organization_id = ${organizationId} and e.id = erased.id
       and e.ingested_at = erased.ingested_at`.execute(tx)
}

/** Nothing else names the customer in the seller’s words, or a part of them, any more. */
export async function finishErasure(
  tx: Transaction<Tables>,
  { organizationId, customerId }: ErasedCustomer,
): Promise<void> {
  await sql`
    delete from usage_adoption
     where organization_id = ${organizationId} and customer_id = ${customerId}
       and not starts_with(external_customer_id, 'erased:' || customer_id)`.execute(tx)
  await sql`
    delete from usage_period
     where organization_id = ${organizationId} and customer_id = ${customerId}
       and entity <> ''`.execute(tx)
  await sql`
    delete from usage_value
     where organization_id = ${organizationId} and customer_id = ${customerId}
       and entity <> ''`.execute(tx)
  await tx
    .deleteFrom('usageErasure')
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', customerId)
    .execute()
}
