import { billEarlyOf } from '../src/domains/subscriptions/actions/bill-early.ts'
import { runDueJob } from '../src/domains/subscriptions/jobs/run-due.ts'
import type { TestDeps } from '../test/payments.ts'
import type { Chance } from './chance.ts'
import { crashing } from './crashes.ts'
import { runTask } from './events-and-jobs.ts'
import { depsOf, type Shop } from './shop.ts'
import type { WorldOperation } from './world-operation.ts'

/** Usage that passed a threshold: found once, by several processes, while the scheduler runs. */
export const earlyOperations = (shop: Shop): WorldOperation[] => [
  { weight: 6, run: () => billOnce(shop) },
  { weight: 2, run: () => billTwiceAtOnce(shop) },
  { weight: 2, run: (chance) => billAndCrash(shop, chance) },
]

async function bill(shop: Shop, deps: TestDeps): Promise<void> {
  const ids = shop.buyers.flatMap(({ subscriptions }) => subscriptions)
  if (ids.length > 0) await billEarlyOf(deps, { organizationId: shop.organizationId, ids })
}

async function billOnce(shop: Shop): Promise<string> {
  await bill(shop, shop.deps)
  return 'usage that passed a threshold is billed'
}

async function billTwiceAtOnce(shop: Shop): Promise<string> {
  const other = depsOf(shop, shop.tamper)
  await Promise.all([bill(shop, shop.deps), bill(shop, other), runTask(other, runDueJob.name)])
  return 'two processes bill usage that passed a threshold, and the scheduler runs'
}

async function billAndCrash(shop: Shop, chance: Chance): Promise<string> {
  const at = chance.whole(1, 60)
  await crashing(shop, at, (deps) => bill(shop, deps))
  return `usage that passed a threshold is billed, and it crashes at statement ${at} at the latest`
}
