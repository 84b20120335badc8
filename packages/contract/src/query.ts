import { definitionOf } from './definition.ts'
import type { Schema, Wire } from './operation.ts'
import { snakeCase } from './wire.ts'

/** Query and path values are text; their schema determines how they are parsed. */
export interface QueryCodec {
  /** Collects pairs into the value that the schema parses. Unknown keys are dropped. */
  readonly read: (pairs: Iterable<readonly [string, string]>) => Record<string, unknown>
  /** The pairs of a value. Absent and null values are dropped. */
  readonly write: (value: Readonly<Record<string, unknown>>) => [string, string][]
  readonly wireName: (name: string) => string
}

type Kind = 'text' | 'number' | 'boolean' | 'record'

interface Parameter {
  readonly name: string
  readonly wireName: string
  readonly kind: Kind
  readonly repeats: boolean
}

export function queryCodec(schema: Schema, wire: Wire): QueryCodec {
  const nameOf = wire === 'billing' ? snakeCase : (name: string) => name
  const parameters = parametersOf(schema, nameOf)
  const byWireName = new Map(parameters.map((parameter) => [parameter.wireName, parameter]))
  return {
    read(pairs) {
      const values: Record<string, unknown> = {}
      for (const [parameter, gathered] of gather(pairs, byWireName)) {
        values[parameter.name] = valueOf(parameter, gathered)
      }
      return values
    },
    write: (value) => parameters.flatMap((parameter) => write(parameter, value[parameter.name])),
    wireName: nameOf,
  }
}

type Names = ReadonlyMap<string, Parameter>

function parametersOf(schema: Schema, nameOf: (name: string) => string): Parameter[] {
  const def = definitionOf(schema)
  if (def.type !== 'object') return []
  return Object.entries(def.shape).map(([name, inner]) => ({
    name,
    wireName: nameOf(name),
    ...kindOf(inner),
  }))
}

function kindOf(schema: Schema): { kind: Kind; repeats: boolean } {
  const def = definitionOf(schema)
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'catch':
    case 'readonly':
      return kindOf(def.innerType)
    case 'pipe':
      return kindOf(def.in)
    case 'array':
      return { kind: kindOf(def.element).kind, repeats: true }
    case 'record':
      return { kind: 'record', repeats: false }
    case 'number':
      return { kind: 'number', repeats: false }
    case 'boolean':
      return { kind: 'boolean', repeats: false }
    default:
      return { kind: 'text', repeats: false }
  }
}

/** The texts of one parameter, or a record’s texts by key. */
interface Gathered {
  readonly texts: string[]
  readonly byKey: Map<string, string[]>
}

function gather(pairs: Iterable<readonly [string, string]>, byWireName: Names) {
  const gathered = new Map<Parameter, Gathered>()
  for (const [key, text] of pairs) {
    const bracket = key.indexOf('[')
    const parameter = byWireName.get(bracket < 0 ? key : key.slice(0, bracket))
    const inner = bracket > 0 && key.endsWith(']') ? key.slice(bracket + 1, -1) : null
    if (parameter === undefined || (parameter.kind === 'record') !== (inner !== null)) continue
    const found: Gathered = gathered.get(parameter) ?? { texts: [], byKey: new Map() }
    gathered.set(parameter, found)
    if (inner === null) found.texts.push(text)
    else found.byKey.set(inner, [...(found.byKey.get(inner) ?? []), text])
  }
  return gathered
}

function valueOf({ kind, repeats }: Parameter, { texts, byKey }: Gathered): unknown {
  if (kind === 'record') {
    return Object.fromEntries([...byKey].map(([key, values]) => [key, oneOrMany(values)]))
  }
  const values = texts.map((text) => parse(kind, text))
  return repeats ? values : oneOrMany(values)
}

const oneOrMany = <T>(values: readonly T[]): T | readonly T[] | undefined =>
  values.length === 1 ? values[0] : values

const numberPattern = /^-?\d+(\.\d+)?$/

/** Text that can’t be converted stays text, and the schema refuses it. */
function parse(kind: Kind, text: string): unknown {
  if (kind === 'number') return numberPattern.test(text) ? Number(text) : text
  if (kind === 'boolean') return text === 'true' || (text === 'false' ? false : text)
  return text
}

function write(parameter: Parameter, value: unknown): [string, string][] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return value.flatMap((item) => write(parameter, item))
  if (value instanceof Date) return [[parameter.wireName, value.toISOString()]]
  if (typeof value === 'string') return [[parameter.wireName, value]]
  if (typeof value !== 'object') return [[parameter.wireName, JSON.stringify(value)]]
  return Object.entries(value).flatMap(([key, inner]) =>
    write({ ...parameter, wireName: `${parameter.wireName}[${key}]` }, inner),
  )
}
