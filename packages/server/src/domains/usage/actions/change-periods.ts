import type { Id } from '@guildhall/contract/primitives'
import type { Transaction } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import { byId } from '../../../kernel/indexing.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { inOrder } from '../../../platform/database/in-order.ts'
import type { Hooks } from '../../../platform/hooks.ts'
import { listMetersOf } from '../../metering/store/meters.ts'
import { recountCustomer } from '../store/count-events.ts'
import { holdDefinitions, takePeriods } from '../store/locks.ts'
import {
  closePeriods,
  endFollowing,
  type Misplaced,
  moveValues,
  openPeriods,
} from '../store/open-periods.ts'
import { compileMeter } from './compile-meter.ts'

/**
 * Ends and opens periods of subscriptions. Events of the customers that are being ingested are waited
 * for, and later ones find the periods as they are now. What was used before a change that comes in
 * the middle of a period stays counted in it, also if its timestamp is later.
 */
export const changePeriods: Hooks['onMeteredPeriodsChanged'][number] = async ({ tx }, changes) => {
  const [first] = changes
  if (first === undefined) return []
  const { organizationId } = first
  const own = { organizationId, changes }
  const [, , , closed, , misplaced] = await inOrder(tx, [
    () => holdDefinitions(tx, [organizationId]),
    () => takePeriods(tx, changes),
    () => moveValues(tx, own),
    () => closePeriods(tx, own),
    () => openPeriods(tx, own),
    () => endFollowing(tx, own),
  ])
  if (misplaced.length > 0) await recount(tx, organizationId, misplaced)
  return closed
}

/** No events of these customers are counted until it is settled. */
export const holdSettled: Hooks['onUsageSettled'][number] = ({ tx }, periods) =>
  takePeriods(tx, periods)

async function recount(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  misplaced: readonly Misplaced[],
): Promise<void> {
  const meters = byId(await listMetersOf(tx, [organizationId]))
  for (const { customerId, meterId } of misplaced) {
    const meter = meters.get(meterId)
    assert(meter !== undefined, 'meters are never deleted')
    await recountCustomer(tx, compileMeter(meter), customerId)
  }
}
