import type { Id } from '@guildhall/contract/primitives'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from '../database/db-types.gen.ts'
import { type JsonObject, type JsonText, jsonList, jsonText } from '../database/json.ts'
import { asLast } from '../database/naming-driver.ts'
import { type DueNote, insertionOf } from '../due/due-notes.ts'

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

interface Recorded {
  readonly events: readonly NewEvent[]
  readonly notes: readonly DueNote[]
}

/** Inserts what a unit of work has recorded in one statement, its last. */
export async function insertRecorded(
  tx: Transaction<Tables>,
  { events, notes }: Recorded,
  circumstances: Circumstances,
): Promise<void> {
  if (events.length === 0 && notes.length === 0) return
  const noted = insertionOf(notes)
  if (events.length === 0) {
    await tx.executeQuery(asLast(noted.compile(tx)))
    return
  }
  const insertion = insertionOfEvents(events, circumstances)
  const both = notes.length === 0 ? insertion : sql`with noted as (${noted}) ${insertion}`
  await tx.executeQuery(asLast(both.compile(tx)))
}

/** The same without notes. */
export const insertEvents = (
  tx: Transaction<Tables>,
  events: readonly NewEvent[],
  circumstances: Circumstances,
): Promise<void> => insertRecorded(tx, { events, notes: [] }, circumstances)

function insertionOfEvents(
  events: readonly NewEvent[],
  { recordedAt, organizationTime, actor }: Circumstances,
): RawBuilder<unknown> {
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
  return sql`
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
}
