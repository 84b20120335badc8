import type * as z from 'zod/mini'
import { constantOf } from './constant.ts'
import { type Definition, definitionOf } from './definition.ts'
import { instantText } from './instant-text.ts'
import { nearestName } from './nearest-name.ts'
import type { Schema, Wire } from './operation.ts'

export interface WireCodec {
  /** From a handler’s value to JSON: only declared keys, in the wire’s casing. */
  readonly encode: (value: unknown) => unknown
  /** From JSON to what the schema parses; the billing wire collects unknown fields. */
  readonly decode: (value: unknown, unknown?: UnknownField[]) => unknown
  /** The path of an issue on the wire. */
  readonly wirePath: (path: readonly PropertyKey[]) => (string | number)[]
}

export interface UnknownField {
  readonly path: readonly (string | number)[]
  readonly nearest: string | null
}

export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Compiles a schema’s shape once, on first use; values are then walked with the compiled tree. */
export function wireCodec(schema: Schema, wire: Wire): WireCodec {
  const nameOf = wire === 'billing' ? snakeCase : (name: string) => name
  const compiled = (side: Compilation['side']) => shapeOf(schema, { side, nameOf, seen: new Map() })
  let inward: Shape | undefined
  let outward: Shape | undefined
  const given = () => (inward ??= compiled('in'))
  const answered = () => (outward ??= compiled('out'))
  return {
    encode: (value) => encode(answered(), value),
    decode: (value, unknown) =>
      wire === 'account' ? value : decode(given(), value, { path: [], unknown }),
    wirePath: (path) => wirePath(given(), path),
  }
}

/** What the wire can contain at one position. */
interface Shape {
  /** The members of a union or wrapper; merged on first use, because schemas may be recursive. */
  parts?: readonly Shape[] | undefined
  fields?: Field[]
  byWireName?: Map<string, Field>
  /** A discriminated union's options by the value of its tag. */
  variants?: {
    readonly tag: string
    readonly wireTag: string
    readonly shapes: Map<unknown, Shape>
  }
  element?: Shape
  /** A record's values; its keys belong to the caller. */
  recordValue?: Shape
}

interface Field {
  readonly name: string
  readonly wireName: string
  readonly shape: Shape
  /** As it is on the wire; undefined unless it is the same in every response. */
  readonly constant: unknown
}

interface Compilation {
  readonly side: 'in' | 'out'
  readonly nameOf: (name: string) => string
  readonly seen: Map<Schema, Shape>
}

function shapeOf(schema: Schema, compilation: Compilation): Shape {
  const known = compilation.seen.get(schema)
  if (known !== undefined) return known
  const shape: Shape = {}
  compilation.seen.set(schema, shape)
  fillShape(shape, definitionOf(schema), compilation)
  return shape
}

function fillShape(shape: Shape, def: Definition, compilation: Compilation): void {
  const inner = (schema: Schema) => shapeOf(schema, compilation)
  switch (def.type) {
    case 'object':
      return fillFields(shape, def, compilation)
    case 'array':
      shape.element = inner(def.element)
      return
    case 'record':
      shape.recordValue = inner(def.valueType)
      return
    case 'union':
      shape.parts = def.options.map(inner)
      if ('discriminator' in def)
        fillVariants(shape, def.options, String(def.discriminator), compilation)
      return
    case 'intersection':
      shape.parts = [inner(def.left), inner(def.right)]
      return
    case 'optional':
    case 'nullable':
    case 'nonoptional':
    case 'default':
    case 'prefault':
    case 'catch':
    case 'readonly':
      shape.parts = [inner(def.innerType)]
      return
    case 'pipe':
      shape.parts = [inner(compilation.side === 'in' ? def.in : def.out)]
      return
    case 'lazy':
      shape.parts = [inner(def.getter())]
      return
    default:
  }
}

function fillFields(shape: Shape, def: z.core.$ZodObjectDef, compilation: Compilation): void {
  const fields: Field[] = []
  for (const [name, schema] of Object.entries(def.shape)) {
    const shape = shapeOf(schema, compilation)
    const constant = encode(shape, constantOf(schema))
    fields.push({ name, wireName: compilation.nameOf(name), shape, constant })
  }
  shape.fields = fields
  shape.byWireName = new Map(fields.map((field) => [field.wireName, field]))
}

function fillVariants(
  shape: Shape,
  options: readonly Schema[],
  tag: string,
  compilation: Compilation,
): void {
  const shapes = new Map<unknown, Shape>()
  for (const option of options) {
    const values = option._zod.propValues?.[tag] ?? []
    for (const value of values) shapes.set(value, shapeOf(option, compilation))
  }
  shape.variants = { tag, wireTag: compilation.nameOf(tag), shapes }
}

/** The shape with its parts merged in. */
function whole(shape: Shape): Shape {
  const { parts } = shape
  if (parts === undefined) return shape
  shape.parts = undefined
  for (const part of parts) merge(shape, whole(part))
  return shape
}

function merge(into: Shape, from: Shape): void {
  if (from.variants !== undefined) into.variants ??= from.variants
  if (from.element !== undefined) into.element = either(into.element, from.element)
  if (from.recordValue !== undefined) into.recordValue = either(into.recordValue, from.recordValue)
  if (from.fields === undefined) return
  const byWireName = new Map(into.byWireName)
  for (const field of from.fields) {
    const shape = either(byWireName.get(field.wireName)?.shape, field.shape)
    byWireName.set(field.wireName, { ...field, shape })
  }
  into.byWireName = byWireName
  into.fields = [...byWireName.values()]
}

const either = (one: Shape | undefined, other: Shape): Shape =>
  one === undefined || one === other ? other : { parts: [one, other] }

const isPlain = (value: object): value is Readonly<Record<string, unknown>> =>
  !(value instanceof Date)

function encode(unmerged: Shape, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const shape = whole(unmerged)
  if (Array.isArray(value)) {
    const { element } = shape
    return element === undefined ? value : value.map((item) => encode(element, item))
  }
  if (!isPlain(value)) return value instanceof Date ? instantText(value) : value
  const variant = shape.variants?.shapes.get(value[shape.variants.tag])
  const { fields } = whole(variant ?? shape)
  if (fields === undefined) return encodeRecord(shape, value)
  const out: Record<string, unknown> = {}
  for (const field of fields) {
    const inner = value[field.name]
    const encoded = inner === undefined ? field.constant : encode(field.shape, inner)
    if (encoded !== undefined) out[field.wireName] = encoded
  }
  return out
}

function encodeRecord({ recordValue }: Shape, value: Readonly<Record<string, unknown>>): unknown {
  if (recordValue === undefined || isLeaf(recordValue)) return value
  return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, encode(recordValue, v)]))
}

function isLeaf(unmerged: Shape): boolean {
  const shape = whole(unmerged)
  return (shape.fields ?? shape.element ?? shape.recordValue) === undefined
}

interface Place {
  readonly path: readonly (string | number)[]
  readonly unknown: UnknownField[] | undefined
}

function decode(unmerged: Shape, value: unknown, place: Place): unknown {
  if (typeof value !== 'object' || value === null) return value
  const shape = whole(unmerged)
  if (Array.isArray(value)) {
    const { element } = shape
    if (element === undefined || isLeaf(element)) return value
    return value.map((item, index) => decode(element, item, within(place, index)))
  }
  if (!isPlain(value)) return value
  const variant = shape.variants?.shapes.get(ownValue(value, shape.variants.wireTag))
  const known = whole(variant ?? shape).byWireName
  if (known === undefined) return decodeRecord(shape, value, place)
  const out: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    const field = known.get(key)
    const inner = value[key]
    if (field !== undefined) out[field.name] = decode(field.shape, inner, within(place, key))
    else if (shape.recordValue === undefined) noteUnknown(place, key, inner, known)
  }
  return out
}

const ownValue = (value: Readonly<Record<string, unknown>>, key: string): unknown =>
  Object.hasOwn(value, key) ? value[key] : undefined

const within = ({ path, unknown }: Place, step: string | number): Place => ({
  path: [...path, step],
  unknown,
})

function decodeRecord(
  { recordValue }: Shape,
  value: Readonly<Record<string, unknown>>,
  place: Place,
): unknown {
  if (recordValue === undefined || isLeaf(recordValue)) return value
  return Object.fromEntries(
    Object.entries(value).map(([k, v]) => [k, decode(recordValue, v, within(place, k))]),
  )
}

function noteUnknown(
  { path, unknown }: Place,
  key: string,
  value: unknown,
  known: ReadonlyMap<string, Field>,
): void {
  if (value === null || value === undefined) return
  unknown?.push({ path: [...path, key], nearest: nearestName(key, known.keys()) })
}

function wirePath(root: Shape, path: readonly PropertyKey[]): (string | number)[] {
  let shape: Shape | undefined = root
  return path.map((step) => {
    const here: Shape = shape === undefined ? {} : whole(shape)
    const name = typeof step === 'number' ? step : String(step)
    const field = here.fields?.find((candidate) => candidate.name === name)
    shape = field?.shape ?? (typeof step === 'number' ? here.element : here.recordValue)
    return field?.wireName ?? name
  })
}
