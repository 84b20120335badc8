import * as z from 'zod/mini'
import { customerId, externalId as externalCustomerId } from '../customers/shapes.ts'
import { organizationId } from '../organizations/shapes.ts'
import {
  id,
  instant,
  metadataKeyLengthMax,
  metadataKeysMax,
  metadataTextLengthMax,
} from '../primitives.ts'
import { type EventMetadata, eventNameLengthMax } from './shapes.ts'

/** In one request. */
export const ingestedEventsMax = 1000
export const metadataDepthMax = 5
/** The keys on the way to a value, with dots. */
export const dottedKeyLengthMax = metadataDepthMax * (metadataKeyLengthMax + 1)
export const externalIdLengthMax = 255
export const entityLengthMax = 255
/** The epoch: earlier timestamps are mistakes. */
const timestampMin = 0

/** Checked by hand, because events are many and their metadata is most of them. */
export const eventMetadata = z
  .custom<EventMetadata>((value) => isNested(value), 'Input should be a valid object')
  .check((context) => {
    const fault = metadataFault(context.value)
    if (fault !== null) context.issues.push({ code: 'custom', input: context.value, ...fault })
  })

interface MetadataFault {
  readonly path: string[]
  readonly message: string
}

/** The first value, in the order in which they were sent, that can’t be stored. */
export const metadataFault = (values: Readonly<Record<string, unknown>>): MetadataFault | null =>
  faultIn(values, 1, { keys: 0 })

/** Keys of nested objects count too. */
interface Walk {
  keys: number
}

function faultIn(
  values: Readonly<Record<string, unknown>>,
  depth: number,
  walk: Walk,
): MetadataFault | null {
  for (const key of Object.keys(values)) {
    walk.keys += 1
    if (walk.keys > metadataKeysMax) {
      return {
        path: [],
        message: `At most ${metadataKeysMax} keys, those of nested objects included`,
      }
    }
    if (key === '' || key.length > metadataKeyLengthMax) {
      return { path: [key], message: `Keys should have 1 to ${metadataKeyLengthMax} characters` }
    }
    const value = values[key]
    const message = valueFault(value, depth)
    if (message !== null) return { path: [key], message }
    if (!isNested(value)) continue
    const inner = faultIn(value, depth + 1, walk)
    if (inner !== null) return { ...inner, path: [key, ...inner.path] }
  }
  return null
}

function valueFault(value: unknown, depth: number): string | null {
  switch (typeof value) {
    case 'string':
      return value === '' || value.length > metadataTextLengthMax
        ? `Text should have 1 to ${metadataTextLengthMax} characters`
        : null
    case 'boolean':
      return null
    case 'number':
      return Number.isFinite(value) ? null : 'The number is too large'
    default:
      if (!isNested(value)) return 'Input should be text, a number, a boolean or an object'
      return depth < metadataDepthMax
        ? null
        : `Objects can be nested at most ${metadataDepthMax} deep`
  }
}

export const isNested = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** One key, with dots, for each value of nested objects. */
export function flattened(metadata: EventMetadata): Record<string, string | number | boolean> {
  const flat: [string, string | number | boolean][] = []
  collect(metadata, '', flat)
  return Object.fromEntries(flat)
}

function collect(
  values: EventMetadata,
  prefix: string,
  into: [string, string | number | boolean][],
): void {
  for (const [key, value] of Object.entries(values)) {
    if (typeof value === 'object') collect(value, `${prefix}${key}.`, into)
    else into.push([prefix + key, value])
  }
}

export const EventInput = z
  .object({
    name: z.string().check(z.minLength(1), z.maxLength(eventNameLengthMax)),
    customerId: z.nullish(customerId),
    externalCustomerId: z.nullish(externalCustomerId),
    timestamp: z.nullish(
      instant.check(
        z.refine((given) => given.getTime() >= timestampMin, {
          error: 'Events can’t have happened before 1970',
        }),
      ),
    ),
    externalId: z.nullish(z.string().check(z.minLength(1), z.maxLength(externalIdLengthMax))),
    subscriptionId: z.nullish(id('subscription')),
    entity: z.nullish(z.string().check(z.minLength(1), z.maxLength(entityLengthMax))),
    organizationId: z.nullish(organizationId),
    metadata: z.nullish(eventMetadata),
  })
  .check((context) => {
    const { customerId: byId, externalCustomerId: byExternalId } = context.value
    if ((byId == null) !== (byExternalId == null)) return
    context.issues.push({
      code: 'custom',
      input: context.value,
      path: ['customerId'],
      message: 'Name the customer by either customer_id or external_customer_id',
    })
  })

export type EventInput = z.output<typeof EventInput>
