import type { Id } from '@guildhall/contract/primitives'
import pg from 'pg'
import type { Database } from '../src/platform/database/database.ts'

interface Gathering {
  /** Names the tables and views. */
  readonly text: string
  readonly organizationIds: readonly Id<'organization'>[]
}

/**
 * Asks one question about several organizations, and about tables that a cluster has on its
 * coordinator. A cluster can’t answer that, so its coordinator gathers the rows first.
 */
export async function askGathered<T>(
  { pool, isDistributed }: Database,
  { text, organizationIds }: Gathering,
  ask: (client: pg.Pool | pg.PoolClient) => Promise<T>,
): Promise<T> {
  if (!isDistributed) return ask(pool)
  const client = await pool.connect()
  try {
    await client.query('begin')
    const own = `organization_id = any(${pg.escapeLiteral(`{${organizationIds.join()}}`)})`
    for (const name of await relationsOf(client, text)) {
      // Found before the table of the same name.
      await client.query(
        `create temporary table ${name} on commit drop as select * from public.${name} where ${own}`,
      )
      await client.query(`create index on pg_temp.${name} (organization_id)`)
    }
    const answer = await ask(client)
    await client.query('rollback')
    client.release()
    return answer
  } catch (error) {
    client.release(true)
    throw error
  }
}

async function relationsOf(client: pg.PoolClient, text: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
      where c.relnamespace = 'public'::regnamespace
        and c.relkind in ('r', 'p', 'v') and not c.relispartition`,
  )
  const words = new Set(text.match(/\w+/g))
  return rows.flatMap(({ name }) => (words.has(name) ? name : []))
}
