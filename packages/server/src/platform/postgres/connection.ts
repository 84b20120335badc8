import pg from 'pg'

export interface Address {
  socketFolder: string
  port: number
}

export const databaseName = 'guildhall'
export const ownerName = 'guildhall_owner'
export const appName = 'guildhall_app'

/** Only for the launcher; PostgreSQL accepts this user name from our system user alone. */
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
  // Everything is set explicitly, so that PGPORT or PGSSLMODE in the environment have no effect.
  url.searchParams.set('port', String(port))
  url.searchParams.set('sslmode', 'disable')
  return url.href
}

/** Opens a connection for the duration of a task. */
export async function withClient<T>(
  url: string,
  task: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  // The server may go away at any time; the running query reports it.
  client.on('error', () => {})
  await client.connect()
  try {
    return await task(client)
  } finally {
    await client.end()
  }
}
