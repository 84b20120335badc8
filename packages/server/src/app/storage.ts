import { fileURLToPath } from 'node:url'
import type { Config } from '../platform/config/config.ts'
import { loadSecret } from '../platform/config/secret.ts'
import { cannotUse, placeOf } from '../platform/database/connect.ts'
import { prepareDatabase } from '../platform/database/prepare.ts'
import type { DatabaseSettings } from '../platform/database/settings.ts'
import { type StartLog, startPostgres } from '../platform/postgres/start-postgres.ts'
import { StartFailure } from '../platform/start-failure.ts'

/** The database of this server, ready for use: an embedded PostgreSQL, or a given one. */
export interface Storage {
  readonly settings: DatabaseSettings
  readonly secrets: readonly string[]
  readonly place: string
  /** Settles when the embedded PostgreSQL has ended; never for a given one. */
  readonly ended: Promise<void>
  readonly stop: () => Promise<void>
}

export async function openStorage(
  config: Config,
  packageFolder: URL,
  log: StartLog,
): Promise<Storage> {
  const migrations = fileURLToPath(new URL('migrations', packageFolder))
  const { url } = config.database
  return url === null ? embedded(config, migrations, log) : given(config, url, migrations)
}

async function embedded({ server }: Config, migrations: string, log: StartLog): Promise<Storage> {
  const postgres = await startPostgres({ dataFolder: server.data, log })
  try {
    const { appUrl, ownerUrl, ended, stop } = postgres
    return {
      settings: await prepareDatabase({ url: appUrl, ownerUrl }, migrations),
      secrets: server.secrets ?? (await loadSecret(server.data)),
      place: `embedded PostgreSQL ${postgres.version} in ${server.data}`,
      ended,
      stop,
    }
  } catch (error) {
    await postgres.stop()
    throw error
  }
}

async function given(config: Config, url: string, migrations: string): Promise<Storage> {
  const { secrets } = config.server
  if (secrets === null) throw new StartFailure('GUILDHALL_SECRET is missing: DATABASE_URL needs it')
  return {
    settings: await prepareGiven(config, url, migrations),
    secrets,
    place: placeOf(url),
    ended: new Promise(() => undefined),
    stop: () => Promise.resolve(),
  }
}

/** Migrates a database that isn't the embedded one; failures are shown in one line. */
export function prepareGiven(
  { database }: Config,
  url: string,
  migrations: string,
): Promise<DatabaseSettings> {
  const { ownerUrl, directUrl, pooled } = database
  const urls = {
    url,
    ownerUrl: ownerUrl ?? undefined,
    directUrl: directUrl ?? undefined,
    pooled,
  }
  return prepareDatabase(urls, migrations).catch(inOneLine(url))
}

/** An error of PostgreSQL is shown to the operator; a bug of ours is thrown on. */
const inOneLine =
  (url: string) =>
  (error: unknown): never => {
    if (error instanceof StartFailure || !(error instanceof Error) || !('code' in error))
      throw error
    throw cannotUse(url, error)
  }
