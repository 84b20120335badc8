import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { assert } from '../src/kernel/assert.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { applicationRole } from '../src/platform/database/settings.ts'
import { startPostgres } from '../src/platform/postgres/start-postgres.ts'
import { makeRunFolder } from './run-folder.ts'
import { closePools, dropDatabase, runOn } from './sql.ts'

export interface TestCluster {
  /** Logs in as the owner, who may create databases. */
  readonly ownerUrl: string
  /** Logs in as the server's role. */
  readonly url: string
  /** The database that test databases are clones of. */
  readonly template: string
}

export interface RunningCluster extends TestCluster {
  /** For files of its users; removed when the cluster stops. */
  readonly folder: string
  readonly stop: () => Promise<void>
}

const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url))

/** The same server's url for another database. */
export function withDatabase(url: string, database: string): string {
  const [, server, query = ''] = /^(\w+:\/\/[^/?]*)\/[^?]*(\?.*)?$/.exec(url) ?? []
  assert(server !== undefined, 'a test server is named by a url with a database')
  return `${server}/${database}${query}`
}

/** One PostgreSQL with a migrated template: a new one, or $TEST_DATABASE_URL. */
export async function startMigratedCluster(): Promise<RunningCluster> {
  const folder = await makeRunFolder()
  const given = process.env['TEST_DATABASE_URL']
  const server = given === undefined ? await startServer(folder) : existingServer(given)
  const template = `guildhall_template_${process.pid}`
  try {
    await runOn(server.ownerUrl, `create database ${template}`)
    await migrate(withDatabase(server.ownerUrl, template), migrationsFolder, {
      appRole: applicationRole,
    })
  } catch (error) {
    await server.stop()
    await rm(folder, { recursive: true })
    throw error
  }
  return {
    ...server,
    template,
    folder,
    stop: async () => {
      await dropDatabase(server.ownerUrl, template)
      await closePools(server.ownerUrl)
      await server.stop()
      await rm(folder, { recursive: true, maxRetries: 3 })
    },
  }
}

type Server = Omit<RunningCluster, 'template' | 'folder'>

/** With one url only, the owner's login assumes the server's role. */
function existingServer(ownerUrl: string): Server {
  const role = `options=-c%20role%3D${applicationRole}`
  const url = ownerUrl + (ownerUrl.includes('?') ? '&' : '?') + role
  return { ownerUrl, url, stop: async () => undefined }
}

async function startServer(folder: string): Promise<Server> {
  const dataFolder = join(folder, 'data')
  await mkdir(dataFolder)
  const settings = { max_connections: '200', max_wal_size: '256MB' }
  const { ownerUrl, appUrl, stop } = await startPostgres({ dataFolder, sync: false, settings })
  return { ownerUrl, url: appUrl, stop }
}
