import { randomBytes } from 'node:crypto'
import { cloneTemplate, dropClone, type TestCluster, withDatabase } from '../test/cluster.ts'
import { closePools, runOn } from '../test/sql.ts'
import { type DatabaseUrls, type Environment, openEnvironment } from './environment.ts'

/** Runs a task on a new migrated database, which is dropped afterwards. */
export async function inFreshEnvironment<T>(
  cluster: TestCluster,
  task: (environment: Environment) => Promise<T>,
): Promise<T> {
  const name = `guildhall_simulation_${randomBytes(6).toString('hex')}`
  await cloneTemplate(cluster, name)
  // Every world runs the same statements, and custom plans would cost more than they save. A cluster
  // finds the node in the values.
  const isDistributed = cluster.nodes.length > 1
  const mode = isDistributed ? 'auto' : 'force_generic_plan'
  await runOn(cluster.ownerUrl, `alter database ${name} set plan_cache_mode to ${mode}`)
  const urls = {
    url: withDatabase(cluster.url, name),
    ownerUrl: withDatabase(cluster.ownerUrl, name),
  }
  try {
    return await inEnvironment(urls, task)
  } finally {
    await closePools(urls.ownerUrl)
    await dropClone(cluster, name)
  }
}

async function inEnvironment<T>(
  urls: DatabaseUrls,
  task: (environment: Environment) => Promise<T>,
): Promise<T> {
  const environment = await openEnvironment(urls)
  try {
    return await task(environment)
  } finally {
    await environment.close()
  }
}
