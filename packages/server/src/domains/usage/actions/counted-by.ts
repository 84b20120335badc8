import * as z from 'zod/mini'
import { formatDecimal } from '../../../kernel/decimal.ts'
import { definitionOf } from '../../metering/present/meter.ts'
import { counter } from '../../metering/rules/counting.ts'
import type { MeterRow } from '../../metering/store/meters.ts'
import type { UsageEventRow } from '../store/events.ts'
import type { CountedEvent } from '../store/voids.ts'

/** What meters counted of stored events. Those of nobody are in no balance. */
export function countedBy(
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

const metadataOf = z.record(z.string(), z.unknown())
