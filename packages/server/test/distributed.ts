import { setTimeout as pause } from 'node:timers/promises'
import { closePools, runOn } from './sql.ts'

/** Every server of a Citus cluster, as the owner reaches its maintenance database. */
export type Nodes = readonly [coordinator: string, ...workers: string[]]

/** The nodes of the cluster that a database belongs to; the server alone where there is none. */
export async function findNodes(ownerUrl: string): Promise<Nodes> {
  const [extension] = await runOn(ownerUrl, "select from pg_extension where extname = 'citus'")
  if (extension === undefined) return [ownerUrl]
  const workers = await runOn<{ host: string; port: number }>(
    ownerUrl,
    `select nodename as host, nodeport as port from pg_dist_node
      where noderole = 'primary' and groupid > 0 order by nodeid`,
  )
  return [ownerUrl, ...workers.map((node) => withServer(ownerUrl, node))]
}

/** A database of that name on every node, which know each other. */
export async function createDistributed(nodes: Nodes, name: string): Promise<void> {
  const [coordinator, ...workers] = nodes
  for (const node of nodes) {
    await runOn(node, `create database ${name} encoding 'UTF8' locale 'C.UTF-8' template template0`)
    await runOn(withName(node, name), 'create extension citus')
  }
  const { hostname, port } = new URL(coordinator)
  const here = withName(coordinator, name)
  await runOn(here, 'select citus_set_coordinator_host($1, $2)', [hostname, Number(port)])
  for (const worker of workers) {
    const { hostname, port } = new URL(worker)
    await runOn(here, 'select citus_add_node($1, $2)', [hostname, Number(port)])
  }
}

/** Clones can be made of it from now on. */
export async function closeTemplate(nodes: Nodes, name: string): Promise<void> {
  await closePools(...nodes.map((node) => withName(node, name)))
  for (const node of nodes) {
    await runOn(node, `alter database ${name} allow_connections false`)
    // Citus keeps a process connected for maintenance.
    while ((await endSessions(node, name)) > 0) await pause(50)
  }
}

const endSessions = async (node: string, name: string): Promise<number> =>
  (
    await runOn(node, 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      name,
    ])
  ).length

export function withServer(url: string, { host, port }: { host: string; port: number }): string {
  const server = new URL(url)
  server.hostname = host
  server.port = String(port)
  return server.href
}

function withName(url: string, name: string): string {
  const database = new URL(url)
  database.pathname = `/${name}`
  return database.href
}
