import * as z from 'zod/mini'
import { assert } from '../../src/kernel/assert.ts'
import listed from './requests.json' with { type: 'json' }

interface Kind {
  readonly type?: string | undefined
  readonly enum?: readonly string[] | undefined
  readonly properties?: Readonly<Record<string, Kind>> | undefined
  readonly items?: Kind | undefined
  readonly anyOf?: readonly Kind[] | undefined
  readonly additionalProperties?: boolean | Kind | undefined
}

const Kind: z.ZodMiniType<Kind> = z.object({
  type: z.optional(z.string()),
  enum: z.optional(z.array(z.string())),
  properties: z.optional(z.lazy(() => z.record(z.string(), Kind))),
  items: z.optional(z.lazy(() => Kind)),
  anyOf: z.optional(z.lazy(() => z.array(Kind))),
  additionalProperties: z.optional(z.lazy(() => z.union([z.boolean(), Kind]))),
})

const Operation = z.object({ query: z.record(z.string(), Kind), body: z.record(z.string(), Kind) })
const paths = z.record(z.string(), z.record(z.string(), Operation)).parse(listed.paths)

/** Parameters that are newer than the list, from the types of the package. */
const younger: Readonly<Record<string, Readonly<Record<string, Kind>>>> = {
  '/v1/payment_intents': {
    confirmation_token: { type: 'string' },
    automatic_payment_methods: {
      type: 'object',
      properties: {
        enabled: { type: 'boolean' },
        allow_redirects: { type: 'string', enum: ['always', 'never'] },
      },
    },
  },
  '/v1/setup_intents': {
    confirmation_token: { type: 'string' },
    use_stripe_sdk: { type: 'boolean' },
  },
}

/** A form body, with bracketed names as nested objects. */
export type Tree = { readonly [key: string]: string | Tree }

export function treeOf(form: URLSearchParams): Tree {
  const tree: { [key: string]: unknown } = {}
  for (const [name, value] of form) {
    const keys = name.replaceAll(']', '').split('[')
    const last = keys.pop() ?? ''
    let at: { [key: string]: unknown } = tree
    for (const key of keys) at = branch(at, key)
    at[last] = value
  }
  return Tree.parse(tree)
}

const Tree: z.ZodMiniType<Tree> = z.record(z.string(), z.union([z.string(), z.lazy(() => Tree)]))

const isBranch = (value: unknown): value is { [key: string]: unknown } =>
  typeof value === 'object' && value !== null

function branch(at: { [key: string]: unknown }, key: string): { [key: string]: unknown } {
  const known = at[key]
  if (isBranch(known)) return known
  const made: { [key: string]: unknown } = {}
  at[key] = made
  return made
}

/** The declared path of a URL; more literal paths come first. */
export function declaredPath(path: string): string | null {
  const matches = Object.keys(paths).filter((declared) =>
    new RegExp(`^${declared.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  )
  return matches.toSorted((one, other) => placeholders(one) - placeholders(other))[0] ?? null
}

const placeholders = (path: string): number => path.split('{').length

/** The parameters that Stripe doesn't know or accept. */
export function parameterFaults(
  method: string,
  declared: string,
  sent: { readonly query: Tree; readonly body: Tree },
): string[] {
  const operation = paths[declared]?.[method.toLowerCase()]
  assert(operation !== undefined, `Stripe answers ${method} ${declared}`)
  const body = { ...operation.body, ...younger[declared] }
  return [
    ...faultsOf({ properties: operation.query }, sent.query, ''),
    ...faultsOf({ properties: body }, sent.body, ''),
  ]
}

function faultsOf(kind: Kind, value: string | Tree, at: string): string[] {
  const { anyOf } = kind
  if (anyOf !== undefined) {
    const all = anyOf.map((one) => faultsOf(one, value, at))
    return all.find((faults) => faults.length === 0) ?? all[0] ?? []
  }
  return typeof value === 'string' ? textFaults(kind, value, at) : treeFaults(kind, value, at)
}

const shapes: Readonly<Record<string, RegExp>> = {
  string: /^/,
  integer: /^-?\d+$/,
  boolean: /^(true|false)$/,
}

function textFaults(kind: Kind, text: string, at: string): string[] {
  const shape = shapes[kind.type ?? '']
  const isGood = shape?.test(text) === true && (kind.enum?.includes(text) ?? true)
  return isGood ? [] : [`${at} can't be ${text}`]
}

function treeFaults(kind: Kind, tree: Tree, at: string): string[] {
  return Object.entries(tree).flatMap(([key, value]) => {
    const place = at === '' ? key : `${at}[${key}]`
    const inner = kindWithin(kind, key)
    return inner === null ? [`unknown parameter: ${place}`] : faultsOf(inner, value, place)
  })
}

function kindWithin({ properties, items, additionalProperties: more }: Kind, key: string) {
  const property = properties?.[key]
  if (property !== undefined) return property
  if (items !== undefined && /^\d+$/.test(key)) return items
  return typeof more === 'object' ? more : null
}
