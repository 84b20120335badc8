import { randomBytes } from 'node:crypto'
import { type TestCluster, withDatabase } from '../test/cluster.ts'
import { dropDatabase, leave, runOn } from '../test/sql.ts'
import { type Ground, type GroundUrls, openGround } from './ground.ts'

// A ground on a migrated database of its own, which is gone afterwards.
export async function onFreshGround<T>(
  cluster: TestCluster,
  task: (ground: Ground) => Promise<T>,
): Promise<T> {
  const name = `guildhall_simulation_${randomBytes(6).toString('hex')}`
  await runOn(cluster.ownerUrl, `create database ${name} template ${cluster.template}`)
  // The same statements come in every world, and a plan of its own costs each more than it saves.
  await runOn(cluster.ownerUrl, `alter database ${name} set plan_cache_mode to force_generic_plan`)
  const urls = {
    url: withDatabase(cluster.url, name),
    ownerUrl: withDatabase(cluster.ownerUrl, name),
  }
  try {
    return await onGround(urls, task)
  } finally {
    await leave(urls.ownerUrl)
    await dropDatabase(cluster.ownerUrl, name)
  }
}

async function onGround<T>(urls: GroundUrls, task: (ground: Ground) => Promise<T>): Promise<T> {
  const ground = await openGround(urls)
  try {
    return await task(ground)
  } finally {
    await ground.close()
  }
}
