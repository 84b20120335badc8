import type { Id } from '@guildhall/contract/primitives'
import type { Transaction } from 'kysely'
import { distinct } from '../../../kernel/indexing.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { inOrder } from '../../../platform/database/in-order.ts'
import { listMetersOf, type MeterRow } from '../../metering/store/meters.ts'
import { recountCustomer } from '../store/count-events.ts'
import type { UsageEventRow } from '../store/events.ts'
import { hasValue } from '../store/ingest.ts'
import { holdDefinitions, holdPeriods, takeValues } from '../store/locks.ts'
import { markUncounted, takeBack } from '../store/voids.ts'
import { compileMeter } from './compile-meter.ts'
import { countedBy } from './counted-by.ts'

/** Takes voided events out of the balances that count them. */
export async function uncountEvents(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
  events: readonly UsageEventRow[],
): Promise<void> {
  const counted = events.flatMap(({ id, customerId }) =>
    customerId === null ? [] : { id, organizationId, customerId },
  )
  const [, , , meters] = await inOrder(tx, [
    () => holdDefinitions(tx, [organizationId]),
    () => holdPeriods(tx, counted),
    () =>
      markUncounted(
        tx,
        organizationId,
        counted.map(({ id }) => id),
      ),
    () => listMetersOf(tx, [organizationId]),
  ])
  const isAdditive = ({ aggregationFunc }: MeterRow) => !extremes.has(aggregationFunc)
  const takenBack = countedBy(meters.filter(isAdditive), events)
  if (takenBack.some(hasValue)) await takeValues(tx, counted)
  await takeBack(tx, takenBack)
  const others = meters.filter((meter) => !isAdditive(meter))
  for (const meter of others) {
    const customerIds = countedBy([meter], events).map(({ customerId }) => customerId)
    for (const customerId of distinct(customerIds).toSorted()) {
      await recountCustomer(tx, compileMeter(meter), customerId)
    }
  }
}

/** What is left of a maximum or minimum without an event is known by the other events only. */
const extremes: ReadonlySet<string> = new Set(['max', 'min'])
