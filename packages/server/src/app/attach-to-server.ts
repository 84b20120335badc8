import type pg from 'pg'
import type { Config } from '../platform/config/config.ts'
import { openClient } from '../platform/database/primary-hosts.ts'
import { applicationRole, directConnection } from '../platform/database/settings.ts'
import { runningServerUrl } from '../platform/postgres/running.ts'
import { StartFailure } from '../platform/start-failure.ts'

/** The database of the server that runs on this machine. */
export function databaseUrlOf({ database, server }: Config): string {
  const url = database.directUrl ?? database.url ?? runningServerUrl(server.data)
  if (url !== null) return url
  throw new StartFailure(
    `No server is running on ${server.data}: start it, then run this command in a second terminal`,
  )
}

/** The role that the server itself assumes there; null where its login has the right one. */
export async function assumedRole(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ owns: boolean }>(
    `select exists (select from pg_class where relname = 'event_log' and relkind = 'p'
                       and pg_has_role(session_user, relowner, 'usage')) as owns`,
  )
  return rows[0]?.owns === true ? applicationRole : null
}

/** The same for a URL. */
export async function roleAt(url: string): Promise<string | null> {
  const client = openClient(directConnection(url))
  await client.connect()
  try {
    return await assumedRole(client)
  } finally {
    await client.end()
  }
}
