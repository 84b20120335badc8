import type { Id } from '@guildhall/contract/primitives'
import type { Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { inOrder } from '../../../platform/database/in-order.ts'
import type { TaskContext } from '../../../platform/queue.ts'
import { listMetersOf } from '../../metering/store/meters.ts'
import { keptSince, oldMonths } from '../rules/retention.ts'
import { holdDefinitions, holdExternalIds, takePeriods } from '../store/locks.ts'
import {
  announceRemoval,
  dropMonth,
  findNeeding,
  listMonths,
  lockEvents,
  type MonthOf,
  readEvents,
  removeEvents,
} from '../store/retention.ts'
import { keepWithout } from '../store/voids.ts'
import { countedBy } from './counted-by.ts'
import type { UsageDeps } from './deps.ts'

/**
 * Removes the events of old months, the earliest first, until one is still needed. What is
 * interrupted goes on with the next run.
 */
export async function removeOldEvents(
  { uowFactory, clock }: UsageDeps,
  months: number,
  { signal, log }: Pick<TaskContext, 'signal' | 'log'>,
): Promise<void> {
  const { kysely, transact } = uowFactory.database
  const now = clock.now()
  for (const month of oldMonths(await listMonths(kysely), keptSince(now, months))) {
    const organizationId = await findNeeding(kysely, { month, now, months })
    if (organizationId !== null) {
      log.info({ month, organizationId }, 'usage events of a month are still needed')
      return
    }
    let events = 0
    for (const id of await announceRemoval(kysely, month)) {
      const own = { organizationId: id, month }
      let part: RemovedPart = { count: 0, last: null }
      do {
        signal.throwIfAborted()
        const { last } = part
        part = await transact((tx) => removePart(tx, own, last))
        events += part.count
      } while (part.last !== null)
    }
    const isDropped = await dropMonth(kysely, month)
    log.info({ month, events, isDropped }, 'usage events of a month were removed')
  }
}

interface RemovedPart {
  readonly count: number
  /** Null where none is left. */
  readonly last: Id<'usageEvent'> | null
}

/**
 * Nobody corrects, adopts or recounts these events meanwhile, so what they counted is kept exactly
 * once.
 */
async function removePart(
  tx: Transaction<Tables>,
  own: MonthOf,
  after: Id<'usageEvent'> | null,
): Promise<RemovedPart> {
  const { organizationId } = own
  const locked = await lockEvents(tx, own, after)
  const ids = locked.map(({ id }) => id)
  const waiting = locked.flatMap(({ customerId, externalCustomerId }) =>
    customerId !== null || externalCustomerId === null
      ? []
      : { organizationId, externalCustomerId },
  )
  const [, , meters, events] = await inOrder(tx, [
    () => holdExternalIds(tx, waiting),
    () => holdDefinitions(tx, [organizationId]),
    () => listMetersOf(tx, [organizationId]),
    () => readEvents(tx, own, ids),
  ])
  const customers = events.flatMap(({ customerId }) =>
    customerId === null ? [] : { organizationId, customerId },
  )
  await takePeriods(tx, customers)
  const valid = events.filter(({ voidedAt }) => voidedAt === null)
  await keepWithout(tx, countedBy(meters, valid))
  await removeEvents(tx, own, ids)
  return { count: ids.length, last: ids.at(-1) ?? null }
}
