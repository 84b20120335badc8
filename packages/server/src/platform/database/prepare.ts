import type pg from 'pg'
import { onConnection } from './connect.ts'
import { migrateOn } from './migrate.ts'
import { applicationRole, type DatabaseSettings } from './settings.ts'

/** What the operator names: where the database is, and as whom to go there. */
export interface DatabaseUrls {
  readonly url: string
  /** Owns the tables; by default the login of the others. */
  readonly ownerUrl?: string | undefined
  /** Leads past the pooler, where the first goes through one. */
  readonly directUrl?: string | undefined
  readonly pooled?: boolean | undefined
}

/** Migrates the database and answers how the server is to connect to it. */
export async function prepareDatabase(
  urls: DatabaseUrls,
  migrationsFolder: string,
): Promise<DatabaseSettings> {
  const { url, directUrl, pooled } = urls
  const ownerUrl = urls.ownerUrl ?? directUrl ?? url
  const login = await onConnection(directUrl ?? url, loginOf)
  const isOwner = await onConnection(ownerUrl, async (owner) => {
    const isSame = login === (await loginOf(owner))
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
