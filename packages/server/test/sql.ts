import pg from 'pg'

/** One statement on a connection of its own. */
export function runOn<T extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<T[]> {
  return onConnection(url, async (client) => (await client.query<T>(text, values)).rows)
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
