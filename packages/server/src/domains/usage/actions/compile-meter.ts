import {
  definitionOf,
  type MeterRow,
  matchingEvents,
  quantityInEvent,
  uniqueValueInEvent,
} from '../../metering/index.ts'
import type { CompiledMeter } from '../store/count-events.ts'
import { eventAlias } from '../store/events.ts'

export function compileMeter(row: MeterRow): CompiledMeter {
  const { organizationId, id, countsFrom } = row
  const { filter, calculation } = definitionOf(row)
  const matches = matchingEvents(filter, eventAlias)
  return {
    organizationId,
    id,
    countsFrom,
    matches,
    quantity: quantityInEvent(calculation, eventAlias),
    value: calculation.func === 'unique' ? uniqueValueInEvent(calculation, eventAlias) : null,
  }
}
