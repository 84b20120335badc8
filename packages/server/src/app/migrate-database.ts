import { fileURLToPath } from 'node:url'
import type { Config } from '../platform/config/config.ts'
import { placeOf } from '../platform/database/connect.ts'
import { StartFailure } from '../platform/start-failure.ts'
import { prepareGiven } from './storage.ts'

/** Migrates the database as a starting server would. Returns where it is. */
export async function migrateDatabase(config: Config, packageFolder: URL): Promise<string> {
  const { url } = config.database
  if (url === null) {
    throw new StartFailure(
      'DATABASE_URL is not set: the embedded database is migrated at the start',
    )
  }
  await prepareGiven(config, url, fileURLToPath(new URL('migrations', packageFolder)))
  return placeOf(url)
}
