import pg from 'pg'
import type { Config } from '../platform/config/config.ts'
import { applicationRole, directConnection } from '../platform/database/settings.ts'
import { runningServerUrl } from '../platform/postgres/running.ts'
import { StartFailure } from '../platform/start-failure.ts'

/** Where commands find the database of a server that runs beside them. */
export function databaseUrlOf({ database, server }: Config): string {
  const url = database.directUrl ?? database.url ?? runningServerUrl(server.data)
  if (url !== null) return url
  throw new StartFailure(
    `No server runs on ${server.data}: start it, then ask again from a second terminal`,
  )
}

/** The role that the server itself would take on there; null where it logs in as it is. */
export async function assumedRole(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ owns: boolean }>(
    `select exists (select from pg_class where relname = 'event_log' and relkind = 'p'
                       and pg_has_role(session_user, relowner, 'usage')) as owns`,
  )
  return rows[0]?.owns === true ? applicationRole : null
}

/** The same, for who has no connection yet. */
export async function roleAt(url: string): Promise<string | null> {
  const client = new pg.Client(directConnection(url))
  await client.connect()
  try {
    return await assumedRole(client)
  } finally {
    await client.end()
  }
}
