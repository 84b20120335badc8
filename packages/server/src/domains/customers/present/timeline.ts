import {
  type listCustomerTimeline,
  timelineActorTypes,
} from '@guildhall/contract/customers/timeline'
import type { ResponseOf } from '@guildhall/contract/operation'
import { assert } from '../../../kernel/assert.ts'
import type { TimelineObject, TimelineTypes } from '../../../kernel/timeline.ts'
import { listChanges } from '../rules/timeline.ts'
import type { TimelineRow } from '../store/timeline.ts'

export type Timeline = ResponseOf<typeof listCustomerTimeline>
type Entry = Timeline['items'][number]

interface EntryContext {
  /** The object before the event; null if unknown. */
  readonly before: TimelineObject | null
  readonly actorNames: ReadonlyMap<string, string>
}

export function presentTimelineEntry(
  types: TimelineTypes,
  row: TimelineRow,
  { before, actorNames }: EntryContext,
): Entry {
  const type = types[row.name]
  assert(type !== undefined, 'only events of these types are read')
  const object = readTimelineObject(row.payload)
  const changes = listChanges(type.fields ?? {}, before, object)
  return {
    id: String(row.id),
    timestamp: row.organizationTime,
    type: row.name,
    title: type.title(object, changes),
    changes,
    object: { type: row.objectType, id: row.objectId },
    actor: presentActor(row, actorNames),
  }
}

/** Operators are shown without a name, because sellers need not know who runs the server. */
function presentActor(
  { actorType, actorId }: TimelineRow,
  names: ReadonlyMap<string, string>,
): Entry['actor'] {
  const type = timelineActorTypes.find((known) => known === actorType)
  if (type === undefined || actorId === null) return null
  return { type, id: actorId, name: names.get(actorId) ?? null }
}

export function readTimelineObject(payload: unknown): TimelineObject {
  assert(typeof payload === 'object' && payload !== null, 'the payload of an event is an object')
  return { ...payload }
}
