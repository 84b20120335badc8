import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/**
 * Connections to a database for whoever asks it now and then. A new one costs PostgreSQL more than
 * most of what is asked: it must first learn of every table there.
 */
const standing = new Map<string, pg.Pool>()

/** One statement, on a connection that has no session of its own: it changes no setting. */
export async function runOn<T extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<T[]> {
  const pool = standing.get(url) ?? openPool(url)
  return (await pool.query<T>(text, values)).rows
}

function openPool(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, allowExitOnIdle: true, idleTimeoutMillis: 0 })
  // Who drops the database ends them.
  pool.on('error', () => undefined)
  standing.set(url, pool)
  return pool
}

/** Leaves databases that are about to go. */
export async function leave(...urls: readonly string[]): Promise<void> {
  const pools = urls.flatMap((url) => standing.get(url) ?? [])
  for (const url of urls) standing.delete(url)
  await Promise.all(pools.map((pool) => pool.end()))
}

const dropping = { tries: 600, pauseMilliseconds: 100 }

/** An autovacuum that works there may not be ended by who isn't a superuser, but soon is. */
export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  for (let left = dropping.tries; ; left -= 1) {
    try {
      await runOn(serverUrl, `drop database if exists ${name} with (force)`)
      return
    } catch (error) {
      if (left === 0) throw error
      await pause(dropping.pauseMilliseconds)
    }
  }
}

/** A connection of its own, for as long as something is done with it. */
export async function onConnection<R>(
  url: string,
  use: (client: pg.Client) => Promise<R>,
): Promise<R> {
  const client = new pg.Client(url)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
