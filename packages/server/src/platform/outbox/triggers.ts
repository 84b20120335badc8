import { definitionOf } from '@guildhall/contract/definition'
import {
  domainEvents,
  type EventName,
  type EventObjectId,
  type EventOrganizationId,
  type EventPayload,
} from '@guildhall/contract/events'
import type { Schema } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import { wireCodec } from '@guildhall/contract/wire'
import * as z from 'zod/mini'
import { assert } from '../../kernel/assert.ts'
import type { RecordedEvent } from './reactions.ts'

/** An event of the log with the payload fields that its reader names. */
export interface ReceivedEvent<N extends EventName, K extends keyof EventPayload<N>> {
  readonly name: N
  readonly organizationId: EventOrganizationId<N>
  readonly customerId: Id<'customer'> | null
  readonly object: { readonly id: EventObjectId<N>; readonly version: number }
  readonly payload: Pick<EventPayload<N>, K>
  readonly recordedAt: Date
  readonly organizationTime: Date
}

/** The events that trigger a job or a follower, and the fields it needs of each. */
export interface Trigger<J> {
  readonly names: readonly EventName[]
  readonly requestsOf: (event: RecordedEvent) => readonly J[]
}

/**
 * Only the named fields are decoded: a reaction to a large object stays cheap, and an event logged
 * by an older server is still readable as long as it has them.
 */
export function when<const N extends EventName, const K extends keyof EventPayload<N> & string, J>(
  names: N | readonly N[],
  fields: readonly K[],
  requestsOf: (event: ReceivedEvent<N, K>) => readonly J[],
): Trigger<J> {
  const listed: readonly N[] = typeof names === 'string' ? [names] : names
  const readers = new Map<string, FieldReader>()
  return {
    names: listed,
    requestsOf(event) {
      const name = listed.find((one) => one === event.name)
      assert(name !== undefined, 'a trigger only receives its own events')
      const reader = readers.get(name) ?? fieldReader(name, fields)
      readers.set(name, reader)
      return requestsOf(received<N, K>(event, reader(event.payload)))
    },
  }
}

/** The whole payload of an event of the log. */
export function payloadOf<const N extends EventName>(name: N, json: unknown): EventPayload<N>
export function payloadOf(name: EventName, json: unknown): unknown {
  const { payload, wire } = domainEvents[name]
  return z.parse(payload, wireCodec(payload, wire).decode(json))
}

type FieldReader = (json: unknown) => unknown

function fieldReader(name: EventName, fields: readonly string[]): FieldReader {
  const { payload, wire } = domainEvents[name]
  const known = fieldsOf(payload)
  const schema = z.object(
    Object.fromEntries(
      fields.map((field) => {
        const one = known.get(field)
        assert(one !== undefined, `${name} carries ${field}`)
        return [field, one]
      }),
    ),
  )
  const codec = wireCodec(schema, wire)
  return (json) => z.parse(schema, codec.decode(json))
}

/** For a union, the fields common to all options. */
function fieldsOf(schema: Schema): ReadonlyMap<string, Schema> {
  const definition = definitionOf(schema)
  if (definition.type === 'object') return new Map(Object.entries(definition.shape))
  assert(definition.type === 'union', 'a payload is an object or a union of objects')
  const [first = new Map<string, Schema>(), ...others] = definition.options.map(fieldsOf)
  return new Map(
    [...first].flatMap(([field, one]) => {
      const alternatives = others.flatMap((other) => other.get(field) ?? [])
      if (alternatives.length < others.length) return []
      return [[field, z.union([one, ...alternatives])]]
    }),
  )
}

function received<N extends EventName, K extends keyof EventPayload<N>>(
  event: RecordedEvent,
  payload: unknown,
): ReceivedEvent<N, K>
function received(event: RecordedEvent, payload: unknown): unknown {
  return { ...event, payload }
}
