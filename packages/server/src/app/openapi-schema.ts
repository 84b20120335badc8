import type { Operation, Schema } from '@guildhall/contract/operation'
import { snakeCase } from '@guildhall/contract/wire'
import * as z from 'zod/mini'

/** The subset of JSON Schema that our schemas become. */
export interface JsonSchema {
  type?: string | string[]
  description?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | boolean
  propertyNames?: JsonSchema
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  $ref?: string
  $defs?: Record<string, JsonSchema>
  $schema?: string
  id?: string
}

export type Components = Record<string, JsonSchema>

/** Writes schemas in the casing of their wire; shared ones go into the components. */
export function schemaWriter({ name, wire }: Operation, components: Components) {
  const nameOf = wire === 'billing' ? snakeCase : (key: string) => key
  return (schema: Schema | null | undefined, io: 'input' | 'output'): JsonSchema => {
    if (schema === null || schema === undefined) return {}
    const written: JsonSchema = JSON.parse(JSON.stringify(toJson(schema, io, nameOf)))
    const { $defs = {}, $schema: _, ...root } = written
    const suffix = io === 'input' ? 'Input' : ''
    const renamed = new Map(
      Object.keys($defs).map((key) => [
        `#/$defs/${key}`,
        key.startsWith('__') ? `${name}${suffix}${key}` : `${key}${suffix}`,
      ]),
    )
    const rootName = `${name}${io === 'input' ? 'Input' : 'Output'}`
    renamed.set('#', rootName)
    for (const [key, definition] of Object.entries($defs)) {
      components[renamed.get(`#/$defs/${key}`) ?? key] = pointed(definition, renamed)
    }
    const result = pointed(root, renamed)
    if (!JSON.stringify(root).includes('"$ref":"#"')) return result
    components[rootName] = result
    return { $ref: `#/components/schemas/${rootName}` }
  }
}

const toJson = (schema: Schema, io: 'input' | 'output', nameOf: (key: string) => string) =>
  z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: ({ zodSchema }) =>
      zodSchema._zod.def.type === 'date' ? { type: 'string', format: 'date-time' } : 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === 'object') rename(jsonSchema, nameOf)
      simplify(jsonSchema)
    },
  })

type Written = z.core.JSONSchema.BaseSchema

function rename(schema: Written, nameOf: (key: string) => string): void {
  if (schema.properties !== undefined) {
    const entries = Object.entries(schema.properties)
    schema.properties = Object.fromEntries(entries.map(([key, value]) => [nameOf(key), value]))
  }
  if (schema.required !== undefined) schema.required = schema.required.map(nameOf)
  if (schema.anyOf !== undefined) {
    schema.anyOf = schema.anyOf.map((one) =>
      typeof one === 'object' && one.required !== undefined
        ? { ...one, required: one.required.map(nameOf) }
        : one,
    )
  }
}

/** A format makes its pattern redundant, and the bounds of safe integers are noise. */
function simplify(schema: Written): void {
  if (schema.format !== undefined) delete schema.pattern
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  delete schema.id
}

/** The same schema with its references pointing at the components. */
function pointed(schema: JsonSchema, renamed: ReadonlyMap<string, string>): JsonSchema {
  const text = JSON.stringify(schema, (key, value: unknown) => {
    const name = key === '$ref' && typeof value === 'string' ? renamed.get(value) : undefined
    return name === undefined ? value : `#/components/schemas/${name}`
  })
  const copy: JsonSchema = JSON.parse(text)
  return copy
}
