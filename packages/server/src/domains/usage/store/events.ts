import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Tables, UsageEventTable } from '../../../platform/database/db-types.gen.ts'

/** The name of events in the statements that read them. */
export const eventAlias = 'usage_event'

/** Its customer is also the one who adopted it. */
export interface UsageEventRow extends Selectable<UsageEventTable> {
  readonly voidedAt: Date | null
  readonly voidReason: string | null
  readonly replacedBy: Id<'usageEvent'> | null
}

/** Whose an event is, also by adoption. */
const customer = `coalesce(customer_id, (
    select a.customer_id from usage_adoption a
     where a.organization_id = usage_event.organization_id
       and a.external_customer_id = usage_event.external_customer_id
       and a.adopted_at >= ingested_at
     order by adopted_at limit 1))`

export const customerOfEvent = sql.raw(customer)

export const eventColumns = sql.raw(`
  organization_id as "organizationId", id, ingested_at as "ingestedAt", "timestamp",
  ${customer} as "customerId",
  subscription_id as "subscriptionId", source, name,
  external_customer_id as "externalCustomerId", external_id as "externalId", entity, metadata,
  voided.at as "voidedAt", voided.reason as "voidReason", voided."replacedBy"`)

/** The event’s own row, or nothing. */
export const joinVoid = sql.raw(`
  left join lateral (
    select v.voided_at as at, v.reason, v.replaced_by as "replacedBy" from usage_void v
     where v.organization_id = usage_event.organization_id and v.event_id = usage_event.id
  ) voided on true`)

/** The event with this id in any of these organizations. */
export async function findEventIn(
  db: Kysely<Tables>,
  organizationIds: readonly Id<'organization'>[],
  id: Id<'usageEvent'>,
): Promise<UsageEventRow | undefined> {
  const { rows } = await sql<UsageEventRow>`
    select ${eventColumns} from usage_event ${joinVoid}
     where organization_id = any(${organizationIds}::uuid[]) and id = ${id}`.execute(db)
  return rows[0]
}
