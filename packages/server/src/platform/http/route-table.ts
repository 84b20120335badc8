import { assert } from '../../kernel/assert.ts'

export interface Routed {
  readonly method: string
  /** Segments that begin with a colon are parameters. */
  readonly path: string
}

type Match<R extends Routed> =
  | { readonly route: R; readonly values: readonly string[] }
  | { readonly methods: readonly string[] }

export interface RouteTable<R extends Routed> {
  /** The route, or the methods allowed on the path, or null when the path is unknown. */
  match(method: string, path: string): Match<R> | null
}

/** The names of a path's parameters, in order. */
export const parameterNames = (path: string): string[] =>
  path
    .split('/')
    .filter((segment) => segment.startsWith(':'))
    .map((segment) => segment.slice(1))

/** A static segment wins over a parameter; two routes with the same pattern are a bug. */
export function createRouteTable<R extends Routed>(routes: readonly R[]): RouteTable<R> {
  const root = emptyNode<R>()
  for (const route of routes) insert(root, route)
  return {
    match(method, path) {
      const segments = segmentsOf(path)
      if (segments === null) return null
      const route = find(root, { segments, method, values: [] }, 0)
      if (route !== null) return route
      const methods = new Set<string>()
      collectMethods(root, segments, { at: 0, into: methods })
      return methods.size === 0 ? null : { methods: [...methods].sort() }
    },
  }
}

interface Node<R> {
  readonly statics: Map<string, Node<R>>
  parameter: Node<R> | null
  readonly byMethod: Map<string, R>
}

const emptyNode = <R>(): Node<R> => ({ statics: new Map(), parameter: null, byMethod: new Map() })

function insert<R extends Routed>(root: Node<R>, route: R): void {
  let node = root
  for (const segment of route.path.split('/').filter((part) => part !== '')) {
    node = segment.startsWith(':') ? (node.parameter ??= emptyNode()) : child(node, segment)
  }
  assert(!node.byMethod.has(route.method), `two routes for ${route.method} ${route.path}`)
  node.byMethod.set(route.method, route)
}

function child<R>(node: Node<R>, segment: string): Node<R> {
  const known = node.statics.get(segment)
  if (known !== undefined) return known
  const made = emptyNode<R>()
  node.statics.set(segment, made)
  return made
}

/** Split before decoding, so that `%2F` stays inside its value. Null for an invalid path. */
function segmentsOf(path: string): string[] | null {
  if (!path.startsWith('/')) return null
  const segments = path.slice(1).split('/')
  if (segments.at(-1) === '') segments.pop()
  for (const [at, segment] of segments.entries()) {
    const decoded = segment.includes('%') ? decode(segment) : segment
    if (decoded === null || decoded === '' || decoded.includes('\0')) return null
    segments[at] = decoded
  }
  return segments
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}

interface Search {
  readonly segments: readonly string[]
  readonly method: string
  readonly values: string[]
}

function find<R extends Routed>(
  node: Node<R>,
  search: Search,
  at: number,
): { route: R; values: readonly string[] } | null {
  const segment = search.segments[at]
  if (segment === undefined) {
    const route = node.byMethod.get(search.method)
    return route === undefined ? null : { route, values: search.values }
  }
  const next = node.statics.get(segment)
  const found = next === undefined ? null : find(next, search, at + 1)
  if (found !== null || node.parameter === null) return found
  search.values.push(segment)
  const behind = find(node.parameter, search, at + 1)
  if (behind === null) search.values.pop()
  return behind
}

function collectMethods<R extends Routed>(
  node: Node<R>,
  segments: readonly string[],
  { at, into }: { at: number; into: Set<string> },
): void {
  const segment = segments[at]
  if (segment === undefined) {
    for (const method of node.byMethod.keys()) into.add(method)
    return
  }
  const next = node.statics.get(segment)
  if (next !== undefined) collectMethods(next, segments, { at: at + 1, into })
  if (node.parameter !== null) collectMethods(node.parameter, segments, { at: at + 1, into })
}
