import pg from 'pg'
import { StartFailure } from '../start-failure.ts'
import { cannotUse, onConnection, placeOf, useConnection } from './connect.ts'
import { directConnection, sessionDefaults } from './settings.ts'

/**
 * Opens a session with settings for the duration of a task. A pooler refuses them or drops them.
 * Without this check, LISTEN, session locks and named statements would fail there at random.
 */
export function onSession<R>(
  url: string,
  setting: string,
  use: (client: pg.Client) => Promise<R>,
): Promise<R> {
  const refusal =
    `${setting} leads to a pooler, which shares sessions: set DATABASE_POOLED=on, and ` +
    'DATABASE_DIRECT_URL to PostgreSQL itself'
  const connection = directConnection(url)
  const options = `${connection.options} -c ${probe}=on`
  return useConnection(
    { ...connection, options },
    {
      explain: (cause) =>
        isRefusalOfOptions(cause) ? new StartFailure(refusal, { cause }) : cannotUse(url, cause),
      use: async (client) => {
        const { rows } = await client.query<{ isKept: boolean }>(
          `select current_setting('${probe}', true) is not distinct from 'on' as "isKept"`,
        )
        if (rows[0]?.isKept !== true) throw new StartFailure(refusal)
        return use(client)
      },
    },
  )
}

const probe = 'guildhall.is_session'

const isRefusalOfOptions = (cause: unknown): boolean =>
  cause instanceof Error && cause.message.startsWith('unsupported startup parameter')

/** Sessions of a pooler are shared, so what statements rely on has to be set for all of them. */
export async function requirePooledSettings(url: string): Promise<void> {
  const missing = await onConnection(url, missingSettings)
  if (missing.length === 0) return
  const changes = missing.map(
    ({ login, place, name, wanted }) =>
      `alter role ${pg.escapeIdentifier(login)} in database ${pg.escapeIdentifier(place)} ` +
      `set ${name} = ${pg.escapeLiteral(wanted)}`,
  )
  throw new StartFailure(
    `Sessions of ${placeOf(url)} lack ${missing.map(({ name }) => name).join(', ')}. As an ` +
      `administrator run: ${changes.join('; ')}. Then let the pooler reconnect.`,
  )
}

interface MissingSetting {
  readonly login: string
  readonly place: string
  readonly name: string
  readonly wanted: string
}

/** Times other than ours are fine, as long as there is a limit. */
async function missingSettings(client: pg.Client): Promise<MissingSetting[]> {
  const { rows } = await client.query<MissingSetting>(
    `select session_user as login, current_database() as place, name, wanted
       from json_each_text($1) as setting (name, wanted)
      where current_setting(name) = '0'
         or (name = 'TimeZone' and current_setting(name) <> wanted)`,
    [JSON.stringify(sessionDefaults)],
  )
  return rows
}
