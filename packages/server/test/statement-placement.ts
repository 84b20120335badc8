import type pg from 'pg'
import { questionsToAll } from './questions-to-all.ts'
import { type ServerStatement, withLiterals } from './server-statements.ts'

/**
 * Why statements can’t be run in a cluster, or ask all of its nodes although they aren’t listed as
 * questions about all organizations. Nothing is executed.
 */
export async function misplacedStatements(
  client: pg.Client,
  statements: readonly ServerStatement[],
): Promise<readonly string[]> {
  const faults: string[] = []
  for (const statement of statements) {
    const fault = await faultOf(client, statement)
    if (fault !== null) faults.push(`${fault}:\n${statement.text}`)
  }
  return faults
}

async function faultOf(client: pg.Client, statement: ServerStatement): Promise<string | null> {
  const shards = await shardsOf(client, statement)
  if (typeof shards === 'string') return shards
  const isListed = questionsToAll.some(({ words }) => statement.text.includes(words))
  return shards > 1 && !isListed ? `asks ${shards} shards` : null
}

/** Of the part that asks most; why there is no plan otherwise. */
async function shardsOf(client: pg.Client, statement: ServerStatement): Promise<number | string> {
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain (costs off) ${withLiterals(statement)}`,
    )
    return Math.max(0, ...rows.map((row) => Number(taskCount.exec(row['QUERY PLAN'])?.[1] ?? 0)))
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const taskCount = /Task Count: (\d+)/
