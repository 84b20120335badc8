import pg from 'pg'

export interface Address {
  socketFolder: string
  port: number
}

export const databaseName = 'guildhall'
export const ownerName = 'guildhall_owner'
export const appName = 'guildhall_app'

/** Only for the launcher itself; PostgreSQL lets nobody but us in under this name. */
export const superuserName = 'postgres'

export function socketUrl(user: string, database: string, address: Address): string {
  const url = new URL(`postgresql://${user}@localhost/${database}`)
  url.searchParams.set('host', address.socketFolder)
  return withPort(url, address.port)
}

export function tcpUrl(user: string, password: string, port: number): string {
  const url = new URL(`postgresql://${user}@localhost/${databaseName}`)
  url.password = password
  url.searchParams.set('host', '127.0.0.1')
  return withPort(url, port)
}

function withPort(url: URL, port: number): string {
  // Everything is said here, so that no PGPORT or PGSSLMODE in the environment can say otherwise.
  url.searchParams.set('port', String(port))
  url.searchParams.set('sslmode', 'disable')
  return url.href
}

/** Opens a connection for one piece of work. */
export async function withClient<T>(
  url: string,
  task: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  // The server may go away at any time; the query that is under way says so.
  client.on('error', () => {})
  await client.connect()
  try {
    return await task(client)
  } finally {
    await client.end()
  }
}
