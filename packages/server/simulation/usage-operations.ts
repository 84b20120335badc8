import { runDueJob } from '../src/domains/subscriptions/jobs/run-due.ts'
import { openIngestion } from '../src/domains/usage/actions/ingest-events.ts'
import { voidEvents } from '../src/domains/usage/actions/void-events.ts'
import { isRefused } from '../src/kernel/refusal.ts'
import { runUnitOfWork } from '../src/platform/unit-of-work.ts'
import type { TestDeps } from '../test/payments.ts'
import type { Chance } from './chance.ts'
import { crashing } from './crashes.ts'
import { runTask } from './events-and-jobs.ts'
import { useWithinLimits } from './limit-operations.ts'
import { depsOf, type Shop } from './shop.ts'
import { topUp } from './topup-operations.ts'
import type { WorldOperation } from './world-operation.ts'

/** Applications that report usage: late, twice, while the scheduler runs, and by mistake. */
export const usageOperations = (shop: Shop): WorldOperation[] => [
  { weight: 10, run: (chance) => use(shop, chance) },
  { weight: 3, run: (chance) => useAndCrash(shop, chance) },
  { weight: 3, run: (chance) => useDuringSchedule(shop, chance) },
  { weight: 3, run: (chance) => correct(shop, chance) },
]

interface Usage {
  readonly line: string
  readonly report: (deps: TestDeps) => Promise<void>
}

const dayMilliseconds = 86_400_000
const timesMax = 9
const sizeMax = 100

function draw(shop: Shop, chance: Chance): Usage {
  const { organizationId, environment } = shop
  const { name, customerId } = chance.pick(shop.buyers)
  const times = chance.whole(1, timesMax)
  const days = chance.oneIn(2) ? 0 : chance.whole(1, 40)
  const batch = chance.whole(0, 1e9)
  const timestamp = new Date(environment.clock.now().getTime() - days * dayMilliseconds)
  const events = Array.from({ length: times }, (_, at) => ({
    name: 'call',
    customerId,
    externalId: `${batch}-${at}`,
    timestamp,
    metadata: { size: chance.whole(1, sizeMax) },
  }))
  return {
    line: `${name} uses ${times}${days === 0 ? '' : ` of ${days} days ago`}`,
    report: async (deps) => {
      const outcome = await openIngestion(deps)({ organizationId, events })
      if (isRefused(outcome)) throw new Error(`events are accepted: ${outcome.refused}`)
    },
  }
}

async function use(shop: Shop, chance: Chance): Promise<string> {
  const { line, report } = draw(shop, chance)
  await report(shop.deps)
  if (!chance.oneIn(3)) {
    const within = await useWithinLimits(shop, chance)
    return `${line}; ${within}; ${await topUp(shop, chance)}`
  }
  await report(shop.deps)
  return `${line}, which is reported twice`
}

/** The client repeats what wasn’t answered. */
async function useAndCrash(shop: Shop, chance: Chance): Promise<string> {
  const { line, report } = draw(shop, chance)
  const at = chance.whole(1, 8)
  await crashing(shop, at, report)
  await report(shop.deps)
  return `${line}, and the server crashes at statement ${at} at the latest`
}

async function useDuringSchedule(shop: Shop, chance: Chance): Promise<string> {
  const { line, report } = draw(shop, chance)
  await Promise.all([report(shop.deps), runTask(depsOf(shop, shop.tamper), runDueJob.name)])
  return `${line} while the scheduler runs`
}

/** Takes back, or replaces, the event that was reported last. */
async function correct(shop: Shop, chance: Chance): Promise<string> {
  const { organizationId, environment, deps } = shop
  const { name, customerId } = chance.pick(shop.buyers)
  const { rows } = await environment.database.pool.query<{ external_id: string; timestamp: Date }>(
    `select external_id, "timestamp" from usage_event e
      where organization_id = $1 and customer_id = $2 and external_id is not null
        and not exists (select from usage_void v
                         where v.organization_id = e.organization_id and v.event_id = e.id)
      order by "timestamp" desc, external_id limit 1`,
    [organizationId, customerId],
  )
  const [last] = rows
  if (last === undefined) return `${name} has used nothing`
  const { external_id: externalId, timestamp } = last
  const replacement = { name: 'call', customerId, timestamp, metadata: { size: 7 } }
  const isReplaced = chance.oneIn(2)
  const correction = { externalId, ...(isReplaced && { replacement }) }
  await runUnitOfWork(deps.uowFactory, { organizationId }, (uow) =>
    voidEvents(uow, deps, { organizationId, corrections: [correction] }),
  )
  return `what ${name} used last is ${isReplaced ? 'corrected' : 'taken back'}`
}
