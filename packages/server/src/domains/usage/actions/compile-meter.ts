import {
  definitionOf,
  type MeterRow,
  matchingEvents,
  quantityInEvent,
} from '../../metering/index.ts'
import type { CompiledMeter } from '../store/count-events.ts'
import { eventAlias } from '../store/events.ts'

export function compileMeter(row: MeterRow): CompiledMeter {
  const { organizationId, id, countsFrom } = row
  const { filter, aggregation } = definitionOf(row)
  const matches = matchingEvents(filter, eventAlias)
  return {
    organizationId,
    id,
    countsFrom,
    matches,
    quantity: quantityInEvent(aggregation, eventAlias),
  }
}
