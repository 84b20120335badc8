import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { assert } from '../src/kernel/assert.ts'
import { distribute } from '../src/platform/database/distribute.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { applicationRole } from '../src/platform/database/settings.ts'
import { startPostgres } from '../src/platform/postgres/start-postgres.ts'
import { closeTemplate, createDistributed, findNodes, type Nodes } from './distributed.ts'
import { makeRunFolder } from './run-folder.ts'
import { closePools, dropDatabase, onConnection, runOn } from './sql.ts'

export interface TestCluster {
  /** Logs in as the owner, who may create databases. */
  readonly ownerUrl: string
  /** Logs in as the server's role. */
  readonly url: string
  /** The database that test databases are clones of. */
  readonly template: string
  /** The server's role through a pooler, through which all tests then go. */
  readonly poolerUrl?: string | null
  /** Each server of it, as its owner: several in a Citus cluster. */
  readonly nodes: Nodes
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
  const server = given === undefined ? await startServer(folder) : await existingServer(given)
  const template = `guildhall_template_${process.pid}`
  try {
    await makeTemplate(server, template)
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
      for (const node of server.nodes) await dropDatabase(node, template)
      await closePools(...server.nodes)
      await server.stop()
      await rm(folder, { recursive: true, maxRetries: 3 })
    },
  }
}

async function makeTemplate({ ownerUrl, nodes }: Server, template: string): Promise<void> {
  if (nodes.length > 1) {
    await makeDistributed(nodes, template)
    await closeTemplate(nodes, template)
    return
  }
  await runOn(ownerUrl, `create database ${template}`)
  await migrate(withDatabase(ownerUrl, template), migrationsFolder, { appRole: applicationRole })
}

/** A migrated database on all nodes. */
export async function makeDistributed(nodes: Nodes, name: string): Promise<void> {
  await createDistributed(nodes, name)
  const url = withDatabase(nodes[0], name)
  await migrate(url, migrationsFolder, { appRole: applicationRole })
  await onConnection(url, (client) => distribute(client, { shardCount: 4 }))
  // As a server does when it starts: Citus makes some views anew, without their privileges.
  await migrate(url, migrationsFolder, { appRole: applicationRole })
}

/** On every node; test data need not survive a crash, so it’s copied without a write-ahead log. */
export async function cloneTemplate({ template, nodes }: TestCluster, name: string): Promise<void> {
  for (const node of nodes) {
    await runOn(node, `create database ${name} template ${template} strategy file_copy`)
  }
}

export async function dropClone({ nodes }: TestCluster, name: string): Promise<void> {
  for (const node of nodes) await dropDatabase(node, name)
}

type Server = Omit<RunningCluster, 'template' | 'folder'>

async function existingServer(ownerUrl: string): Promise<Server> {
  const url = asServer(ownerUrl)
  return { ownerUrl, url, nodes: await findNodes(ownerUrl), stop: async () => undefined }
}

/** The owner’s login with the server’s role. */
export const asServer = (ownerUrl: string): string =>
  `${ownerUrl}${ownerUrl.includes('?') ? '&' : '?'}options=-c%20role%3D${applicationRole}`

async function startServer(folder: string): Promise<Server> {
  const dataFolder = join(folder, 'data')
  await mkdir(dataFolder)
  const settings = { max_connections: '200', max_wal_size: '256MB' }
  const { ownerUrl, appUrl, stop } = await startPostgres({ dataFolder, sync: false, settings })
  return { ownerUrl, url: appUrl, nodes: [ownerUrl], stop }
}
