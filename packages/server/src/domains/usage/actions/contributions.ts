import type { EventInput } from '@guildhall/contract/usage/event-input'
import { formatDecimal } from '../../../kernel/decimal.ts'
import { groupBy } from '../../../kernel/indexing.ts'
import { definitionOf } from '../../metering/present/meter.ts'
import { counter } from '../../metering/rules/counting.ts'
import type { MeteredEvent } from '../../metering/rules/event-property.ts'
import type { MeterRow } from '../../metering/store/meters.ts'
import type { Contribution, NewUsageEvent } from '../store/ingest.ts'

/** What meters count of new events, each of those of its own organization. */
export function contributionsOf(
  events: readonly NewUsageEvent[],
  meters: readonly MeterRow[],
): readonly Contribution[] {
  const metersOf = groupBy(
    meters.map((row) => ({ ...row, count: counter(definitionOf(row)) })),
    ({ organizationId }) => organizationId,
  )
  return events.flatMap(({ organizationId, event, timestamp }, at) =>
    (metersOf.get(organizationId) ?? []).flatMap(({ id: meterId, count }) => {
      const counted = count(meteredEvent(event, timestamp))
      if (counted === null) return []
      const { quantity, value } = counted
      return { place: at + 1, meterId, quantity: formatDecimal(quantity), value }
    }),
  )
}

const meteredEvent = ({ name, metadata }: EventInput, timestamp: Date): MeteredEvent => ({
  name,
  source: 'user',
  timestamp,
  metadata: metadata ?? {},
})
