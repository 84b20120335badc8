import { readFileSync } from 'node:fs'
import * as z from 'zod'

interface Schema {
  readonly $ref?: string | undefined
  readonly anyOf?: readonly Schema[] | undefined
  readonly oneOf?: readonly Schema[] | undefined
  readonly type?: string | undefined
  readonly const?: string | boolean | undefined
  readonly enum?: readonly string[] | undefined
  readonly pattern?: string | undefined
  readonly format?: string | undefined
  readonly items?: Schema | undefined
  readonly prefixItems?: readonly Schema[] | undefined
  readonly minItems?: number | undefined
  readonly maxItems?: number | undefined
  readonly properties?: Readonly<Record<string, Schema>> | undefined
  readonly required?: readonly string[] | undefined
  readonly additionalProperties?: Schema | undefined
}

const Schema: z.ZodType<Schema> = z.object({
  $ref: z.string().optional(),
  anyOf: z.lazy(() => z.array(Schema)).optional(),
  oneOf: z.lazy(() => z.array(Schema)).optional(),
  type: z.string().optional(),
  const: z.union([z.string(), z.boolean()]).optional(),
  enum: z.array(z.string()).optional(),
  pattern: z.string().optional(),
  format: z.string().optional(),
  items: z.lazy(() => Schema).optional(),
  prefixItems: z.lazy(() => z.array(Schema)).optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  properties: z.lazy(() => z.record(Schema)).optional(),
  required: z.array(z.string()).optional(),
  additionalProperties: z.lazy(() => Schema).optional(),
})

const Wire = z.object({ payloads: z.record(z.string()), schemas: z.record(Schema) })

const { payloads, schemas } = Wire.parse(
  JSON.parse(readFileSync(new URL('./wire-payloads.json', import.meta.url), 'utf8')),
)

/** Where a payload differs from the published schema of its event, one line each. */
export function payloadFaults(type: string, payload: unknown): string[] {
  const $ref = payloads[type]
  return $ref === undefined
    ? [`${type} is not an event of the schema`]
    : faults({ $ref }, payload, '')
}

function faults(schema: Schema, value: unknown, at: string): string[] {
  const { $ref, anyOf, oneOf, type, const: only } = schema
  if ($ref !== undefined) return faults(schemas[$ref] ?? {}, value, at)
  const choices = anyOf ?? oneOf
  if (choices !== undefined) return choiceFaults(choices, value, at)
  if (type !== undefined && !isOfType(type, value))
    return [`${at}: ${inJson(value)} is not a ${type}`]
  if (only !== undefined && only !== value) return [`${at}: ${inJson(value)} is not ${only}`]
  if (typeof value === 'string') return textFaults(schema, value, at)
  if (Array.isArray(value)) return itemFaults(schema, value, at)
  return isObject(value) ? fieldFaults(schema, value, at) : []
}

const inJson = (value: unknown): string => JSON.stringify(value)

/** The faults of the choice that fits best. */
function choiceFaults(choices: readonly Schema[], value: unknown, at: string): string[] {
  const each = choices.map((choice) => faults(choice, value, at))
  return each.reduce((best, found) => (found.length < best.length ? found : best))
}

const types: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  integer: Number.isInteger,
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: Array.isArray,
  object: (value) => isObject(value),
}

const isOfType = (type: string, value: unknown): boolean => types[type]?.(value) ?? false

const formats: Readonly<Record<string, (text: string) => boolean>> = {
  // Guildhall's are UUIDv7; clients accept every version.
  uuid4: (text) => z.string().uuid().safeParse(text).success,
  uri: (text) => z.string().url().safeParse(text).success,
  'date-time': (text) => z.string().datetime({ offset: true }).safeParse(text).success,
  ipvanyaddress: (text) => z.string().ip().safeParse(text).success,
}

function textFaults(schema: Schema, text: string, at: string): string[] {
  const { enum: some = [text], pattern = '', format = '' } = schema
  const wrong = [
    !some.includes(text) && `is not one of ${some.join(', ')}`,
    !new RegExp(pattern).test(text) && `is not ${pattern}`,
    formats[format]?.(text) === false && `is not a ${format}`,
  ]
  return wrong.flatMap((why) => (why === false ? [] : [`${at}: ${inJson(text)} ${why}`]))
}

function itemFaults(schema: Schema, items: readonly unknown[], at: string): string[] {
  const { items: rest = {}, prefixItems = [], minItems = 0, maxItems = items.length } = schema
  const isFit = items.length >= minItems && items.length <= maxItems
  return [
    ...(isFit ? [] : [`${at}: ${items.length} items`]),
    ...items.flatMap((item, index) => faults(prefixItems[index] ?? rest, item, `${at}[${index}]`)),
  ]
}

function fieldFaults(
  { properties = {}, required = [], additionalProperties = {} }: Schema,
  value: Readonly<Record<string, unknown>>,
  at: string,
): string[] {
  const missing = required.filter((name) => !Object.hasOwn(value, name))
  return [
    ...missing.map((name) => `${at}.${name} is missing`),
    ...Object.entries(value).flatMap(([name, field]) =>
      faults(properties[name] ?? additionalProperties, field, `${at}.${name}`),
    ),
  ]
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
