import type { ReachedThreshold } from '@guildhall/contract/limits/limit-shapes'
import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import { type Decimal, decimal, formatDecimal } from '../../../kernel/decimal.ts'
import { groupBy } from '../../../kernel/indexing.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { eventOf } from '../../../platform/outbox/domain-events.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import { presentLimit } from '../present/limits.ts'
import { spentAmount } from '../rules/allowance.ts'
import {
  type CurrentPeriod,
  type CustomerUsage,
  consumedIn,
  limitedPeriods,
  noUsage,
  periodOf,
  usageOfMeter,
  zero,
} from '../rules/customer-usage.ts'
import { reachedThresholds } from '../rules/thresholds.ts'
import {
  findAlerts,
  insertAlerts,
  limitsPerPage,
  listNotifyingLimits,
  type NotifyingLimit,
} from '../store/thresholds.ts'
import type { LimitDeps } from './deps.ts'
import { readUsage } from './read-usage.ts'
import { subjectOf } from './set-limit.ts'

type Deps = Pick<LimitDeps, 'uowFactory' | 'clock'>

/** Tells which thresholds of limits of these organizations were reached, each once per period. */
export async function tellThresholds(
  deps: Deps,
  organizationIds: readonly Id<'organization'>[],
  signal?: AbortSignal,
): Promise<void> {
  const { kysely } = deps.uowFactory.database
  let last: NotifyingLimit | null = null
  while (signal?.aborted !== true) {
    const limits: readonly NotifyingLimit[] = await listNotifyingLimits(kysely, {
      organizationIds,
      behind: last,
      now: deps.clock.now(),
    })
    for (const reached of await findReached(kysely, limits)) await tell(deps, reached)
    last = limits.at(-1) ?? null
    if (limits.length < limitsPerPage) return
  }
}

interface Reached {
  readonly limit: NotifyingLimit
  readonly used: Decimal
  readonly period: CurrentPeriod
  readonly thresholds: readonly number[]
}

async function findReached(
  db: Kysely<Tables>,
  limits: readonly NotifyingLimit[],
): Promise<readonly Reached[]> {
  if (limits.length === 0) return []
  const customers = new Map(limits.map((one) => [one.customerId, one]))
  const [usages, alerts] = await Promise.all([
    readUsage(db, [...customers.values()]),
    findAlerts(db, limits),
  ])
  const usageOf = new Map([...customers.keys()].map((id, at) => [id, usages[at]]))
  const alertsOf = groupBy(alerts, ({ limitId }) => limitId)
  return limits.flatMap((limit) => {
    const usage = usageOf.get(limit.customerId)
    assert(usage !== undefined, 'the usage of every customer is read')
    const { used, period } = measure(limit, withoutHolds(usage))
    const notified = (alertsOf.get(limit.id) ?? []).filter(
      (one) => one.periodStart === period.startsAt,
    )
    const thresholds = reachedThresholds({
      used,
      limit: decimal(limit.units ?? limit.amount ?? 0),
      thresholds: limit.thresholds,
      notified: new Set(notified.map(({ threshold }) => threshold)),
    })
    return thresholds.length === 0 ? [] : [{ limit, used, period, thresholds }]
  })
}

/** What is held may not be used in the end. */
const withoutHolds = (usage: CustomerUsage): CustomerUsage => ({
  ...usage,
  meters: new Map([...usage.meters].map(([id, meter]) => [id, { ...meter, held: zero }])),
})

function measure({ meterId, subscriptionId }: NotifyingLimit, usage: CustomerUsage) {
  if (meterId !== null) {
    const meter = usageOfMeter(usage, meterId)
    return { used: consumedIn(limitedPeriods(meter)), period: periodOf(meter, null) }
  }
  assert(subscriptionId !== null, 'a limit has a meter or a subscription')
  const [priced] = usage.prices.filter((one) => one.subscriptionId === subscriptionId)
  const used = decimal(spentAmount(usage, subscriptionId))
  const period = periodOf(
    priced === undefined ? noUsage : usageOfMeter(usage, priced.meterId),
    subscriptionId,
  )
  return { used, period }
}

/** Of several that were passed at once, the highest is notified. */
async function tell(deps: Deps, { limit, used, period, thresholds }: Reached): Promise<void> {
  const { organizationId, id } = limit
  await runUnitOfWork(deps.uowFactory, { organizationId }, async (uow) => {
    const alert = { organizationId, id, periodStart: period.startsAt, thresholds, now: uow.now }
    const added = await insertAlerts(uow.tx, alert)
    const threshold = thresholds.at(-1)
    if (threshold === undefined || !added.includes(threshold)) return
    const reached: ReachedThreshold = {
      ...presentLimit(limit),
      threshold,
      used: Number(formatDecimal(used)),
      periodStart: period.startsAt === '-infinity' ? null : new Date(period.startsAt),
      periodEnd: period.endsAt,
    }
    uow.record(eventOf('usage_limit.threshold_reached', subjectOf(limit), reached))
  })
}
