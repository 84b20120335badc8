import { randomBytes } from 'node:crypto'
import { type TestCluster, withDatabase } from '../test/cluster.ts'
import { closePools, dropDatabase, runOn } from '../test/sql.ts'
import { type DatabaseUrls, type Environment, openEnvironment } from './environment.ts'

/** Runs a task on a new migrated database, which is dropped afterwards. */
export async function inFreshEnvironment<T>(
  cluster: TestCluster,
  task: (environment: Environment) => Promise<T>,
): Promise<T> {
  const name = `guildhall_simulation_${randomBytes(6).toString('hex')}`
  await runOn(cluster.ownerUrl, `create database ${name} template ${cluster.template}`)
  // Every world runs the same statements, and custom plans would cost more than they save.
  await runOn(cluster.ownerUrl, `alter database ${name} set plan_cache_mode to force_generic_plan`)
  const urls = {
    url: withDatabase(cluster.url, name),
    ownerUrl: withDatabase(cluster.ownerUrl, name),
  }
  try {
    return await inEnvironment(urls, task)
  } finally {
    await closePools(urls.ownerUrl)
    await dropDatabase(cluster.ownerUrl, name)
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
