import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type TestCluster, withDatabase } from '../test/cluster.ts'
import { leave, runOn } from '../test/sql.ts'
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
    await drop(cluster, name)
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

const patience = { tries: 100, milliseconds: 100 }

// An autovacuum that works there may not be ended by who isn't a superuser, but soon is.
async function drop({ ownerUrl }: TestCluster, name: string): Promise<void> {
  for (let left = patience.tries; ; left -= 1) {
    try {
      await runOn(ownerUrl, `drop database if exists ${name} with (force)`)
      return
    } catch (error) {
      if (left === 0) throw error
      await pause(patience.milliseconds)
    }
  }
}
