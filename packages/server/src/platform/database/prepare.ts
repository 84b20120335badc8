import type pg from 'pg'
import { onConnection } from './connect.ts'
import { migrateOn } from './migrate.ts'
import { isOwnedByAnother, requireMigrated } from './require-migrated.ts'
import { onSession, requirePooledSettings } from './sessions.ts'
import { applicationRole, type DatabaseSettings } from './settings.ts'

/** The operator's connection settings. */
export interface DatabaseUrls {
  readonly url: string
  /** The owner of the tables; by default the login of `url`. */
  readonly ownerUrl?: string | undefined
  /** Bypasses the pooler, when `url` points to one. */
  readonly directUrl?: string | undefined
  readonly pooled?: boolean | undefined
}

/**
 * Migrates the database and returns how the server connects to it. Without the owner's login, the
 * database must have been migrated.
 */
export async function prepareDatabase(
  urls: DatabaseUrls,
  migrationsFolder: string,
): Promise<DatabaseSettings> {
  const { url, directUrl, pooled } = urls
  const ownerUrl = urls.ownerUrl ?? directUrl ?? url
  const login =
    directUrl === undefined
      ? await onSession(url, 'DATABASE_URL', loginOf)
      : await onSession(directUrl, 'DATABASE_DIRECT_URL', loginOf)
  if (pooled === true) await requirePooledSettings(url)
  else if (directUrl !== undefined) await onSession(url, 'DATABASE_URL', loginOf)
  const isOwner = await onConnection(ownerUrl, async (owner) => {
    const isSame = login === (await loginOf(owner))
    if (isSame && (await isOwnedByAnother(owner))) {
      await requireMigrated(owner, migrationsFolder)
      return false
    }
    const appRole = isSame ? applicationRole : login
    await migrateOn(owner, migrationsFolder, { ownerUrl, appRole })
    return isSame
  })
  return { url, directUrl, pooled, ...(isOwner && { role: applicationRole }) }
}

async function loginOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ login: string }>('select session_user as login')
  return rows[0]?.login ?? ''
}
