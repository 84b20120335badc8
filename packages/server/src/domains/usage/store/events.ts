import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Tables, UsageEventTable } from '../../../platform/database/db-types.gen.ts'

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

/** Of the first who adopted it. */
const ofAdoption = (column: string) => `(
    select a.${column} from usage_adoption a
     where a.organization_id = usage_event.organization_id
       and a.external_customer_id = usage_event.external_customer_id
       and a.adopted_at >= ingested_at
     order by adopted_at limit 1)`

/** Whose an event is, also by adoption. */
const customer = `coalesce(customer_id, ${ofAdoption('customer_id')})`

export const customerOfEvent = sql.raw(customer)

/** Real time of the database when balances got it. */
const counted = `case when customer_id is null then ${ofAdoption('counted_at')} else ingested_at end`

export const countedAt = sql.raw(counted)

export const eventColumns = sql.raw(`
  organization_id as "organizationId", id, ingested_at as "ingestedAt", "timestamp",
  ${customer} as "customerId", (${counted})::text as "countedAtExactly",
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
