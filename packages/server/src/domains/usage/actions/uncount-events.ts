import type { Id } from '@guildhall/contract/primitives'
import type { Transaction } from 'kysely'
import * as z from 'zod/mini'
import { formatDecimal } from '../../../kernel/decimal.ts'
import { distinct } from '../../../kernel/indexing.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { inOrder } from '../../../platform/database/in-order.ts'
import { counter, definitionOf, listMetersOf, type MeterRow } from '../../metering/index.ts'
import { recountCustomer } from '../store/count-events.ts'
import type { UsageEventRow } from '../store/events.ts'
import { hasValue } from '../store/ingest.ts'
import { holdDefinitions, holdPeriods, takeValues } from '../store/locks.ts'
import { type CountedEvent, markUncounted, takeBack } from '../store/voids.ts'
import { compileMeter } from './compile-meter.ts'

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

const metadataOf = z.record(z.string(), z.unknown())

/** Events of nobody are in no balance. */
function countedBy(
  meters: readonly MeterRow[],
  events: readonly UsageEventRow[],
): readonly CountedEvent[] {
  const counters = meters.map((row) => ({ id: row.id, count: counter(definitionOf(row)) }))
  return events.flatMap(({ customerId, countedAtExactly, metadata, ...event }) =>
    counters.flatMap(({ id: meterId, count }) => {
      const found = count({ ...event, metadata: z.parse(metadataOf, metadata) })
      if (found === null || customerId === null || countedAtExactly === null) return []
      const { value } = found
      const quantity = formatDecimal(found.quantity)
      const counts = { customerId, countedAtExactly, meterId, quantity, value }
      return { ...event, ...counts }
    }),
  )
}
