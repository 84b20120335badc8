import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Tables, UsageEventTable } from '../../../platform/database/db-types.gen.ts'
import { isOfOrganization } from '../../../platform/database/of-organization.ts'

/** The name of events in the statements that read them. */
export const eventAlias = 'usage_event'

/** Its customer is also the one who adopted it. */
export interface UsageEventRow extends Selectable<UsageEventTable> {
  /** Null for nobody’s, which balances don’t have. */
  readonly countedAtExactly: string | null
  readonly voidedAt: Date | null
  readonly voidReason: string | null
  readonly replacedBy: Id<'usageEvent'> | null
}

/** Whose events a statement reads; none where they may be anybody’s. */
type Organizations = readonly Id<'organization'>[]

const ofEvent = (alias: string, organizationIds: Organizations) =>
  isOfOrganization({ alias, row: eventAlias, organizationIds })

/** Of the first who adopted it. */
const ofAdoption = (column: string, organizationIds: Organizations) => sql`(
    select ${sql.ref(`a.${column}`)} from usage_adoption a
     where ${ofEvent('a', organizationIds)}
       and a.external_customer_id = usage_event.external_customer_id
       and a.adopted_at >= usage_event.ingested_at
     order by adopted_at limit 1)`

/** Whose an event is, also by adoption. */
export const customerOfEvent = (organizationIds: Organizations): RawBuilder<unknown> =>
  sql`coalesce(usage_event.customer_id, ${ofAdoption('customer_id', organizationIds)})`

/** Real time of the database when balances got it. */
export const countedAt = (organizationIds: Organizations): RawBuilder<unknown> => sql`
  case when usage_event.customer_id is null then ${ofAdoption('counted_at', organizationIds)}
       else usage_event.ingested_at end`

export const eventColumns = (organizationIds: Organizations): RawBuilder<unknown> => sql`
  organization_id as "organizationId", id, ingested_at as "ingestedAt", "timestamp",
  ${customerOfEvent(organizationIds)} as "customerId",
  (${countedAt(organizationIds)})::text as "countedAtExactly",
  subscription_id as "subscriptionId", source, name,
  external_customer_id as "externalCustomerId", external_id as "externalId", entity, metadata,
  voided.at as "voidedAt", voided.reason as "voidReason", voided."replacedBy"`

/** The event’s own row, or nothing. */
export const joinVoid = (organizationIds: Organizations): RawBuilder<unknown> => sql`
  left join lateral (
    select v.voided_at as at, v.reason, v.replaced_by as "replacedBy" from usage_void v
     where ${ofEvent('v', organizationIds)} and v.event_id = usage_event.id
  ) voided on true`

/** The event with this id in any of these organizations. */
export async function findEventIn(
  db: Kysely<Tables>,
  organizationIds: readonly Id<'organization'>[],
  id: Id<'usageEvent'>,
): Promise<UsageEventRow | undefined> {
  const { rows } = await sql<UsageEventRow>`
    select ${eventColumns(organizationIds)} from usage_event ${joinVoid(organizationIds)}
     where organization_id = any(${organizationIds}::uuid[]) and id = ${id}`.execute(db)
  return rows[0]
}
