import { definitionOf } from '../../metering/present/meter.ts'
import { quantityInEvent, uniqueValueInEvent } from '../../metering/store/aggregation-sql.ts'
import { matchingEvents } from '../../metering/store/filter-sql.ts'
import type { MeterRow } from '../../metering/store/meters.ts'
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
