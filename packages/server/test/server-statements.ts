import pg from 'pg'

/** A statement of a server, with the values of one of its executions. */
export interface ServerStatement {
  readonly text: string
  readonly values: readonly unknown[]
}

// One for all tests of a worker, emptied after each file.
const statements = new Map<string, readonly unknown[]>()

/** Returns how to stop. Tests pass their own statements as plain text, which isn’t recorded. */
export function recordStatements(): () => void {
  const original: unknown = Reflect.get(pg.Client.prototype, 'query')
  if (typeof original !== 'function') throw new Error('a client has a query')
  const recording = new Proxy(original, {
    apply(query, client, args: readonly unknown[]) {
      note(args[0])
      return Reflect.apply(query, client, args)
    },
  })
  Reflect.set(pg.Client.prototype, 'query', recording)
  return () => Reflect.set(pg.Client.prototype, 'query', original)
}

function note(query: unknown): void {
  if (typeof query !== 'object' || query === null || !('text' in query && 'values' in query)) return
  const { text, values } = query
  if (typeof text !== 'string' || !Array.isArray(values) || !readsOrWrites.test(text)) return
  if (!statements.has(text)) statements.set(text, values)
}

const readsOrWrites = /^\s*(select|insert|update|delete|with)\b/i

export function takeStatements(): readonly ServerStatement[] {
  const taken = Array.from(statements, ([text, values]) => ({ text, values }))
  statements.clear()
  return taken
}

/** Values in place of parameters, because Citus can’t explain every statement with parameters. */
export const withLiterals = ({ text, values }: ServerStatement): string =>
  text.replaceAll(/\$(\d+)/g, (_, place: string) => literalOf(values[Number(place) - 1]))

function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  return pg.escapeLiteral(Array.isArray(value) ? `{${value.map(elementOf).join()}}` : textOf(value))
}

const elementOf = (value: unknown): string =>
  value === null || value === undefined ? 'null' : JSON.stringify(textOf(value))

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`
  return typeof value === 'string' ? value : JSON.stringify(value)
}
