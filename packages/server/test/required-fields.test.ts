import { type Definition, definitionOf } from '@guildhall/contract/definition'
import type { Schema } from '@guildhall/contract/operation'
import { requiresAny } from '@guildhall/contract/requires-any'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Components, type JsonSchema, schemaWriter } from '../src/app/openapi-schema.ts'
import { contractOperations } from './contract-operations.ts'

const operations = await contractOperations()

test.each(operations.map((one) => [one.name, one] as const))(
  'the documented input of %s requires what the server requires',
  (_name, operation) => {
    const faults = [operation.params, operation.query, operation.body].flatMap((schema) =>
      schema === undefined ? [] : faultsIn(schema),
    )
    expect(faults).toEqual([])
  },
)

test('a field that only a check requires is a fault unless documented', () => {
  const input = z
    .object({ one: z.optional(z.string()), other: z.optional(z.string()) })
    .check(z.refine(({ one, other }) => (one ?? other) !== undefined, { path: ['one'] }))
  expect(faultsIn(z.object({ inner: input }))).toEqual(['one, other: nothing is required'])
  input.register(z.globalRegistry, requiresAny(['one'], ['other']))
  expect(faultsIn(z.object({ inner: input }))).toEqual([])
})

test('an optional field that is required is a fault', () => {
  const emptyRefused = z.pipe(z.optional(z.string()), z.string())
  expect(faultsIn(z.object({ emptyRefused }))).toEqual([
    'emptyRefused: required, but not so documented',
  ])
})

/** Each object of an input, at any depth, against what parsing nothing says is missing. */
function faultsIn(schema: Schema): string[] {
  return objectsIn(schema, new Set()).flatMap(([object, names]) => {
    const { required = [], anyOf = [] } = documented(object)
    const issues = z.safeParse(object, {}).error?.issues ?? []
    const missing = issues.flatMap(({ path: [name] }) => (name === undefined ? [] : [String(name)]))
    const alternatives = anyOf.flatMap((one) => one.required ?? [])
    const known = [...required, ...alternatives]
    const isChecked = issues.some(({ code }) => code === 'custom')
    return [
      ...(isChecked && known.length === 0 ? [`${names.join(', ')}: nothing is required`] : []),
      ...(isChecked ? [] : missing.filter((name) => !known.includes(name))).map(
        (name) => `${name}: required, but not so documented`,
      ),
      ...required
        .filter((name) => !missing.includes(name))
        .map((name) => `${name}: documented as required`),
      ...known.filter((name) => !names.includes(name)).map((name) => `${name}: no such field`),
    ]
  })
}

/** In the casing of the server. */
function documented(object: Schema): JsonSchema {
  const components: Components = {}
  const operation = operations.find(({ wire }) => wire === 'account')
  if (operation === undefined) throw new Error('The account wire has operations')
  const written = schemaWriter(operation, components)(object, 'input')
  const name = written.$ref?.replace('#/components/schemas/', '')
  return name === undefined ? written : (components[name] ?? {})
}

type Found = readonly [object: Schema, names: readonly string[]]

function objectsIn(schema: Schema, seen: Set<Schema>): Found[] {
  if (seen.has(schema)) return []
  seen.add(schema)
  const def = definitionOf(schema)
  const inner = innerOf(def).flatMap((one) => objectsIn(one, seen))
  return def.type === 'object' ? [[schema, Object.keys(def.shape)], ...inner] : inner
}

function innerOf(def: Definition): readonly Schema[] {
  switch (def.type) {
    case 'object':
      return Object.values(def.shape)
    case 'array':
      return [def.element]
    case 'record':
      return [def.valueType]
    case 'union':
      return def.options
    case 'pipe':
      return [def.in]
    case 'optional':
    case 'nullable':
    case 'nonoptional':
    case 'default':
    case 'prefault':
    case 'catch':
    case 'readonly':
      return [def.innerType]
    case 'lazy':
      return [def.getter()]
    default:
      return []
  }
}
