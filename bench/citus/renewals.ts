import { runOn } from '../../packages/server/test/sql.ts'
import { startChild } from '../child.ts'
import { renew } from '../renewals/measure.ts'
import { addSubscribers, newPlan } from '../renewals/subscribers.ts'
import { openPair, type Placed } from './databases.ts'

const dueCount = 2_000

/** The seconds of a renewal, on one server and on the cluster. */
export async function measureRenewals(
  clusterUrl: string,
): Promise<{ readonly alone: number; readonly spread: number }> {
  const { alone, spread } = await openPair(clusterUrl, 'renewals', async (ownerUrl) =>
    addSubscribers(ownerUrl, await newPlan(ownerUrl), { count: dueCount, isDue: true }),
  )
  return { alone: await renewAll(alone), spread: await renewAll(spread) }
}

async function renewAll({ urls: { ownerUrl, appUrl } }: Placed<unknown>): Promise<number> {
  await runOn(ownerUrl, 'vacuum analyze')
  const { child } = await startChild('./renewals/renewer.ts', [appUrl])
  try {
    return (await renew(child, ownerUrl, dueCount)).seconds / dueCount
  } finally {
    await child.stop()
  }
}
