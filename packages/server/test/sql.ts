import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/**
 * Pools for occasional statements. A new connection costs PostgreSQL more than most statements,
 * because its catalog cache is empty.
 */
const pools = new Map<string, pg.Pool>()

/** Runs one statement on a shared connection, so it must not change settings. */
export async function runOn<T extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<T[]> {
  const pool = pools.get(url) ?? openPool(url)
  return (await pool.query<T>(text, values)).rows
}

function openPool(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, allowExitOnIdle: true, idleTimeoutMillis: 0 })
  // Dropping the database ends them.
  pool.on('error', () => undefined)
  pools.set(url, pool)
  return pool
}

/** Closes the connections to databases that are about to be dropped. */
export async function closePools(...urls: readonly string[]): Promise<void> {
  const closing = urls.flatMap((url) => pools.get(url) ?? [])
  for (const url of urls) pools.delete(url)
  await Promise.all(closing.map((pool) => pool.end()))
}

const dropping = { tries: 600, pauseMilliseconds: 100 }

/** Retried, because only a superuser may end a running autovacuum. */
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

/** Runs a task on a separate connection. */
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
