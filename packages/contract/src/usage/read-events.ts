import type { Id } from '../primitives.ts'
import {
  type EventInput,
  entityLengthMax,
  externalIdLengthMax,
  ingestedEventsMax,
  isNested,
  metadataFault,
} from './event-input.ts'
import { type EventMetadata, eventNameLengthMax } from './shapes.ts'

/**
 * Parses a body of events like its schema, which takes ten times as long. Undefined for what is
 * faulty or only unusual.
 */
export function readEvents(sent: unknown): { readonly events: readonly EventInput[] } | undefined {
  if (!isNested(sent) || !hasOnly(sent, 'events')) return undefined
  const { events } = sent
  if (!Array.isArray(events) || events.length === 0 || events.length > ingestedEventsMax) {
    return undefined
  }
  const read: EventInput[] = []
  for (const event of events) {
    const one = isNested(event) ? readEvent(event) : undefined
    if (one === undefined) return undefined
    read.push(one)
  }
  return { events: read }
}

type Sent = Readonly<Record<string, unknown>>

const hasOnly = (sent: Sent, name: string): boolean => {
  const names = Object.keys(sent)
  return names.length === 1 && names[0] === name
}

type Writable = { -readonly [K in keyof EventInput]: EventInput[K] }

function readEvent(sent: Sent): EventInput | undefined {
  const { name } = sent
  if (!isText(name, eventNameLengthMax)) return undefined
  const event: Writable = { name }
  for (const key of Object.keys(sent)) {
    const value = sent[key]
    if (!(fields.get(key)?.(event, value) ?? false)) return undefined
  }
  return (event.customerId === undefined) === (event.externalCustomerId === undefined)
    ? undefined
    : event
}

/** Sets a field; false if the schema has to decide. */
type SetField = (event: Writable, value: unknown) => boolean

const fields: ReadonlyMap<string, SetField> = new Map<string, SetField>([
  ['name', () => true],
  ['customer_id', (event, value) => isId<'customer'>(value) && set(event, 'customerId', value)],
  [
    'external_customer_id',
    (event, value) => isText(value, externalIdLengthMax) && set(event, 'externalCustomerId', value),
  ],
  [
    'external_id',
    (event, value) => isText(value, externalIdLengthMax) && set(event, 'externalId', value),
  ],
  ['entity', (event, value) => isText(value, entityLengthMax) && set(event, 'entity', value)],
  [
    'subscription_id',
    (event, value) => isId<'subscription'>(value) && set(event, 'subscriptionId', value),
  ],
  [
    'timestamp',
    (event, value) => {
      const timestamp = readTimestamp(value)
      return timestamp !== null && set(event, 'timestamp', timestamp)
    },
  ],
  ['metadata', (event, value) => isMetadata(value) && set(event, 'metadata', value)],
])

function set<K extends keyof EventInput>(event: Writable, key: K, value: Writable[K]): true {
  event[key] = value
  return true
}

const isText = (value: unknown, lengthMax: number): value is string =>
  typeof value === 'string' && value !== '' && value.length <= lengthMax

const uuid = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

const isId = <B extends string>(value: unknown): value is Id<B> =>
  typeof value === 'string' && uuid.test(value)

const isMetadata = (value: unknown): value is EventMetadata =>
  isNested(value) && metadataFault(value) === null

/** As `toISOString` writes it, and on days that every month has. */
const usualTimestamp =
  /^(?:19[789]|2\d\d)\d-(?:0[1-9]|1[012])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{3})?Z$/
const lastDays = /^\d{4}-(?!02)\d\d-(?:29|30)T|^\d{4}-(?:0[13578]|1[02])-31T/

function readTimestamp(value: unknown): Date | null {
  if (typeof value !== 'string') return null
  const text = lastDays.test(value) ? `${value.slice(0, 8)}28${value.slice(10)}` : value
  return usualTimestamp.test(text) ? new Date(value) : null
}
