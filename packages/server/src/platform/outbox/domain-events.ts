import {
  domainEvents,
  type EventName,
  type EventObjectId,
  type EventOrganizationId,
  type EventPayload,
} from '@guildhall/contract/events'
import type { Id } from '@guildhall/contract/primitives'
import { type WireCodec, wireCodec } from '@guildhall/contract/wire'
import { encodedText } from '../database/json.ts'
import type { NewEvent } from './record.ts'

/** The object and owner of an event; the version orders the events of one object. */
export interface EventSubject<N extends EventName> {
  readonly organizationId: EventOrganizationId<N>
  readonly customerId?: Id<'customer'> | null
  readonly id: EventObjectId<N>
  readonly version: number
}

/** Something that happened, with the whole object as of this transaction. */
export function eventOf<const N extends EventName>(
  name: N,
  subject: EventSubject<N>,
  payload: EventPayload<N>,
): NewEvent {
  return rowOf(name, subject, encodedText(codecOf(name).encode(payload)))
}

/** Several events about one state of an object, which is encoded once. */
export function eventsOf<const N extends EventName>(
  names: readonly N[],
  subject: EventSubject<N>,
  payload: EventPayload<N>,
): NewEvent[] {
  const [first] = names
  if (first === undefined) return []
  const text = encodedText(codecOf(first).encode(payload))
  return names.map((name) => rowOf(name, subject, text))
}

function rowOf<N extends EventName>(
  name: N,
  { organizationId, customerId = null, id, version }: EventSubject<N>,
  payload: NewEvent['payload'],
): NewEvent {
  const { object } = domainEvents[name]
  return { name, organizationId, customerId, object: { type: object, id, version }, payload }
}

const codecs = new Map<EventName, WireCodec>()

function codecOf(name: EventName): WireCodec {
  const known = codecs.get(name)
  if (known !== undefined) return known
  const { payload, wire } = domainEvents[name]
  const codec = wireCodec(payload, wire)
  codecs.set(name, codec)
  return codec
}
