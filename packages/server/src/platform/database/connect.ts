import type pg from 'pg'
import { StartFailure } from '../start-failure.ts'
import { openClient } from './primary-hosts.ts'
import { serverUrls } from './server-urls.ts'
import { pooledConnection } from './settings.ts'

/** Connects at startup: failures become one-line messages for the person who starts the server. */
async function connect(url: string): Promise<pg.Client> {
  const client = openClient(pooledConnection(url))
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw cannotUse(url, error)
  }
}

/** Opens such a connection for the duration of a task. */
export async function onConnection<R>(
  url: string,
  use: (client: pg.Client) => Promise<R>,
): Promise<R> {
  const client = await connect(url)
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
