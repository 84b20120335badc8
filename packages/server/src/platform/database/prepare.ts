import { connect } from './connect.ts'
import { migrate } from './migrate.ts'
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
  const login = await loginOf(directUrl ?? url)
  const isOwner = login === (await loginOf(ownerUrl))
  await migrate(ownerUrl, migrationsFolder, { appRole: isOwner ? applicationRole : login })
  return { url, directUrl, pooled, ...(isOwner && { role: applicationRole }) }
}

async function loginOf(url: string): Promise<string> {
  const client = await connect(url)
  try {
    const { rows } = await client.query<{ login: string }>('select session_user as login')
    return rows[0]?.login ?? ''
  } finally {
    await client.end()
  }
}
