import pg from 'pg'
import type { TestDatabase } from './database.ts'

/** What a part of the doctor finds in the database. */
export async function examined<Finding>(
  { url }: Pick<TestDatabase, 'url'>,
  examine: (client: pg.Client) => Promise<Finding[]>,
): Promise<Finding[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await examine(client)
  } finally {
    await client.end()
  }
}
