import type { Operation, Schema, Wire } from '@guildhall/contract/operation'
import { snakeCase } from '@guildhall/contract/wire'
import * as z from 'zod/mini'

/** The part of JSON Schema from which values are made up. */
interface Node {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly minimum?: number
  readonly properties?: Readonly<Record<string, Node>>
  readonly required?: readonly string[]
  readonly items?: Node
  readonly anyOf?: readonly Node[]
  readonly oneOf?: readonly Node[]
}

type Named = Readonly<Record<string, string>>

/** A body as the schema asks for one, with the named values wherever it has a field of that name. */
export const plausibleBody = ({ body, wire }: Operation, named: Named): object =>
  fieldsOf(body, wire, named)

/** The same for a query. */
export function plausibleQuery({ query, wire }: Operation, named: Named): Record<string, string> {
  const fields = Object.entries(fieldsOf(query, wire, named))
  return Object.fromEntries(fields.map(([name, value]) => [name, String(value)]))
}

function fieldsOf(schema: Schema | undefined, wire: Wire, named: Named): object {
  if (schema === undefined) return {}
  const node: Node = JSON.parse(
    JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })),
  )
  const { properties = {}, required = [] } = objectIn(node)
  const wanted = Object.entries(properties).filter(
    ([name]) => required.includes(name) || name in named,
  )
  return Object.fromEntries(
    wanted.map(([name, field]) => [
      wire === 'billing' ? snakeCase(name) : name,
      named[name] ?? valueOf(field),
    ]),
  )
}

/** The first object among the alternatives. */
function objectIn(node: Node): Node {
  const options = [...(node.anyOf ?? []), ...(node.oneOf ?? [])]
  return node.properties === undefined && options[0] !== undefined ? objectIn(options[0]) : node
}

function valueOf(node: Node): unknown {
  if (node.const !== undefined) return node.const
  if (node.enum !== undefined) return node.enum[0]
  const options = [...(node.anyOf ?? []), ...(node.oneOf ?? [])]
  if (options[0] !== undefined) return valueOf(options[0])
  switch (node.type) {
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return Math.max(node.minimum ?? 1, 1)
    case 'array':
      return node.items === undefined ? [] : [valueOf(node.items)]
    case 'object':
      return Object.fromEntries(
        (node.required ?? []).map((name) => [name, valueOf(node.properties?.[name] ?? {})]),
      )
    default:
      return textOf(node.format)
  }
}

function textOf(format: string | undefined): string {
  switch (format) {
    case 'uuid':
      return unknownId
    case 'email':
      return 'somebody@example.com'
    case 'uri':
      return 'https://example.com/'
    case 'date-time':
      return '2030-01-01T00:00:00Z'
    default:
      return 'something-plausible'
  }
}

/** An id that nothing has. */
export const unknownId = '00000000-0000-7000-8000-000000000000'
