import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Tables, UsageEventTable } from '../../../platform/database/db-types.gen.ts'

/** The name of events in the statements that read them. */
export const eventAlias = 'usage_event'

/** Its customer is also the one who adopted it. */
export type UsageEventRow = Selectable<UsageEventTable>

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
  external_customer_id as "externalCustomerId", external_id as "externalId", entity, metadata`)

/** The event with this id in any of these organizations. */
export async function findEventIn(
  db: Kysely<Tables>,
  organizationIds: readonly Id<'organization'>[],
  id: Id<'usageEvent'>,
): Promise<UsageEventRow | undefined> {
  const { rows } = await sql<UsageEventRow>`
    select ${eventColumns} from usage_event
     where organization_id = any(${organizationIds}::uuid[]) and id = ${id}`.execute(db)
  return rows[0]
}
