import type pg from 'pg'
import { StartFailure } from '../start-failure.ts'
import { openClient, type ServerConnection } from './primary-hosts.ts'
import { serverUrls } from './server-urls.ts'
import { pooledConnection } from './settings.ts'

/** Opens a connection for the duration of a task. */
export const onConnection = <R>(url: string, use: (client: pg.Client) => Promise<R>): Promise<R> =>
  useConnection(pooledConnection(url), { explain: (cause) => cannotUse(url, cause), use })

interface Use<R> {
  /** At startup, failures become one-line messages for the person who starts the server. */
  readonly explain: (cause: unknown) => StartFailure
  readonly use: (client: pg.Client) => Promise<R>
}

export async function useConnection<R>(
  connection: ServerConnection,
  { explain, use }: Use<R>,
): Promise<R> {
  const client = openClient(connection)
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    await client.end().catch(() => undefined)
    throw explain(error)
  }
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

export function cannotUse(url: string, cause: unknown): StartFailure {
  // Each address of a host name fails separately; the first failure is enough.
  const [first = cause] = cause instanceof AggregateError ? cause.errors : []
  const reason = first instanceof Error ? first.message : String(first)
  return new StartFailure(`Cannot use ${placeOf(url)}: ${reason}`, { cause })
}

/** Where the database is, without the credentials. */
export function placeOf(url: string): string {
  const places = serverUrls(url).map((one) => new URL(one))
  return `PostgreSQL at ${places.map(({ host }) => host).join(', ')}${places[0]?.pathname ?? ''}`
}
