import {
  definitionOf,
  type MeterRow,
  matchingEvents,
  quantityInEvent,
} from '../../metering/index.ts'
import type { CompiledMeter } from '../store/count-events.ts'

export function compileMeter(row: MeterRow): CompiledMeter {
  const { organizationId, id, countsFrom } = row
  const { filter, aggregation } = definitionOf(row)
  const matches = matchingEvents(filter, 'e')
  return { organizationId, id, countsFrom, matches, quantity: quantityInEvent(aggregation, 'e') }
}
