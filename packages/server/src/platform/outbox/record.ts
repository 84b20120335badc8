import type { Id } from '@guildhall/contract/primitives'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../database/db-types.gen.ts'
import { type JsonObject, type JsonText, jsonList, jsonText } from '../database/json.ts'
import { asLast } from '../database/naming-driver.ts'

/** A row of the outbox; `eventOf` creates one whose payload matches its name. */
export interface NewEvent {
  readonly name: string
  readonly organizationId: Id<'organization'> | null
  readonly customerId?: Id<'customer'> | null
  /** The object of the event; the version orders the events of one object. */
  readonly object: { readonly type: string; readonly id: string; readonly version: number }
  /** The whole object as of this transaction, not a difference. */
  readonly payload: JsonObject | JsonText
}

/** The kind of actor: `user`, `organization_access_token`, `operator`. */
export interface Actor {
  readonly type: string
  readonly id: string
}

interface Circumstances {
  readonly recordedAt: Date
  readonly organizationTime: Date
  /** Null for jobs and unknown actors. */
  readonly actor: Actor | null
}

/** Inserts all events of a unit of work in one statement, its last. */
export async function insertEvents(
  tx: Transaction<Tables>,
  events: readonly NewEvent[],
  { recordedAt, organizationTime, actor }: Circumstances,
): Promise<void> {
  if (events.length === 0) return
  const rows = events.map((event) => ({
    organization_id: event.organizationId,
    customer_id: event.customerId ?? null,
    name: event.name,
    object_type: event.object.type,
    object_id: event.object.id,
    object_version: event.object.version,
  }))
  const payloads = jsonList(
    events.map(({ payload }) => (typeof payload === 'string' ? payload : jsonText(payload))),
  )
  const insertion = sql`
    insert into outbox (organization_id, customer_id, name, object_type, object_id,
                        object_version, payload, recorded_at, organization_time, actor_type, actor_id)
    select organization_id, customer_id, name, object_type, object_id,
           object_version, payload, ${recordedAt}::timestamptz, ${organizationTime}::timestamptz,
           ${actor?.type ?? null}::text, ${actor?.id ?? null}::uuid
      from rows from (jsonb_to_recordset(${jsonText(rows)}::jsonb)
             as (organization_id uuid, customer_id uuid, name text, object_type text,
                 object_id text, object_version bigint),
             jsonb_array_elements(${payloads}::jsonb)) with ordinality
             as summaries (organization_id, customer_id, name, object_type, object_id,
                      object_version, payload, place)
     order by place`
  await tx.executeQuery(asLast(insertion.compile(tx)))
}
