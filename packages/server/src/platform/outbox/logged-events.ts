import type { Id } from '@guildhall/contract/primitives'
import type { Kysely, Selectable } from 'kysely'
import { assert } from '../../kernel/assert.ts'
import type { EventLogTable, Tables } from '../database/db-types.gen.ts'
import type { JsonObject, JsonValue } from '../database/json.ts'
import type { LoggedEvent } from './reactions.ts'

export type EventRow = Omit<Selectable<EventLogTable>, 'loggedAt' | 'actorType' | 'actorId'>

/** Reads one event of the log, by its sequence within its organization. */
export async function findEvent(
  kysely: Kysely<Tables>,
  organizationId: Id<'organization'> | null,
  sequence: number,
): Promise<LoggedEvent | null> {
  const row = await kysely
    .selectFrom('eventLog')
    .selectAll()
    .where('organizationId', organizationId === null ? 'is' : '=', organizationId)
    .where('sequence', '=', sequence)
    .executeTakeFirst()
  return row === undefined ? null : toEvent(row)
}

export function toEvent(row: EventRow): LoggedEvent {
  const { payload } = row
  assert(isObject(payload), 'the payload of an event is an object')
  return {
    id: row.id,
    organizationId: row.organizationId,
    sequence: row.sequence,
    customerId: row.customerId,
    name: row.name,
    object: { type: row.objectType, id: row.objectId, version: row.objectVersion },
    payload,
    recordedAt: row.recordedAt,
    organizationTime: row.organizationTime,
  }
}

const isObject = (value: JsonValue): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
