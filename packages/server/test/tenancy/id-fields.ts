import type { Schema } from '@guildhall/contract/operation'
import { snakeCase } from '@guildhall/contract/wire'
import * as z from 'zod/mini'

/** The part of JSON Schema that can hold ids. */
interface Node {
  readonly $ref?: string
  readonly format?: string
  readonly properties?: Readonly<Record<string, Node>>
  readonly items?: Node
  readonly prefixItems?: readonly Node[]
  readonly anyOf?: readonly Node[]
  readonly oneOf?: readonly Node[]
  readonly allOf?: readonly Node[]
  readonly $defs?: Readonly<Record<string, Node>>
}

/** The places of ids in an input, as the billing wire names them: `prices.*.meter_id`. */
export function idFields(schema: Schema | undefined): string[] {
  if (schema === undefined) return []
  const root: Node = JSON.parse(
    JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })),
  )
  return [...new Set(placesIn(root, { root, path: [], seen: [] }))].sort()
}

interface Walk {
  readonly root: Node
  readonly path: readonly string[]
  /** The references followed so far, because schemas may be recursive. */
  readonly seen: readonly string[]
}

function placesIn(node: Node, walk: Walk): string[] {
  const { root, path, seen } = walk
  const { $ref } = node
  if ($ref !== undefined) {
    const target = $ref === '#' ? root : root.$defs?.[$ref.replace('#/$defs/', '')]
    return target === undefined || seen.includes($ref)
      ? []
      : placesIn(target, { ...walk, seen: [...seen, $ref] })
  }
  const below = (child: Node, step: string) => placesIn(child, { ...walk, path: [...path, step] })
  const { anyOf = [], oneOf = [], allOf = [], prefixItems = [], items } = node
  return [
    ...(node.format === 'uuid' ? [path.join('.')] : []),
    ...Object.entries(node.properties ?? {}).flatMap(([key, value]) =>
      below(value, snakeCase(key)),
    ),
    ...[...prefixItems, ...(items === undefined ? [] : [items])].flatMap((one) => below(one, '*')),
    ...[...anyOf, ...oneOf, ...allOf].flatMap((option) => placesIn(option, walk)),
  ]
}
