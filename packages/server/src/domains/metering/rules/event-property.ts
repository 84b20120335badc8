export interface MeteredEvent {
  readonly name: string
  readonly source: string
  readonly timestamp: Date
  /** As read from JSON. */
  readonly metadata: Readonly<Record<string, unknown>>
}

const builtIns = ['name', 'source', 'timestamp'] as const

export type BuiltIn = (typeof builtIns)[number]

/** Where a property of an event is found. */
export type PropertyPlace =
  | { readonly builtIn: BuiltIn }
  /** Ways into the metadata, the first that leads to a value: a key, or the keys of a path. */
  | { readonly ways: readonly (readonly string[])[] }

const prefix = 'metadata.'

/**
 * A leading `metadata.` is dropped. What every event has wins over keys of the metadata, and a key
 * that contains dots wins over a path into nested objects.
 */
export function placeOfProperty(property: string): PropertyPlace {
  const key = property.startsWith(prefix) ? property.slice(prefix.length) : property
  const builtIn = builtIns.find((name) => name === key)
  if (builtIn !== undefined) return { builtIn }
  return { ways: key.includes('.') ? [[key], key.split('.')] : [[key]] }
}

/** What reads a property of many events: undefined where an event doesn't have it. */
export function propertyReader(property: string): (event: MeteredEvent) => unknown {
  const place = placeOfProperty(property)
  if ('ways' in place) return ({ metadata }) => metadataValue(metadata, place.ways)
  const { builtIn } = place
  if (builtIn === 'timestamp') return ({ timestamp }) => Math.floor(timestamp.getTime() / 1000)
  return (event) => event[builtIn]
}

/** The value to which the first of these ways leads. */
export function metadataValue(
  metadata: MeteredEvent['metadata'],
  ways: readonly (readonly string[])[],
): unknown {
  for (const way of ways) {
    const value = way.reduce<unknown>(stepInto, metadata)
    if (value !== undefined) return value
  }
  return undefined
}

/** Only objects are entered; the items of a list have no names. */
const stepInto = (value: unknown, key: string): unknown =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
