import type { Calculation } from '@guildhall/contract/metering/shapes'
import { type RawBuilder, sql } from 'kysely'
import { quantityLimits } from '../rules/aggregation.ts'
import { placeOfProperty } from '../rules/event-property.ts'
import { type EventAlias, metadataColumn } from './event-columns.ts'

/** What `quantityReader` reads of an event, as numeric: null where it has none. */
export function quantityInEvent(
  calculation: Calculation,
  alias: EventAlias,
): RawBuilder<string | null> {
  if (calculation.func === 'count') return sql`1::numeric`
  if (calculation.func === 'unique') {
    return sql`case when ${uniqueValueInEvent(calculation, alias)} is not null then 1::numeric end`
  }
  const place = placeOfProperty(calculation.property)
  if ('builtIn' in place) return sql`null::numeric`
  const found = metadataColumn(place, alias)
  const size = sql`abs(${found}::numeric)`
  const { min, end } = quantityLimits
  return sql`case when jsonb_typeof(${found}) = 'number' then
    case when ${size} = 0 or (${size} >= ${min}::numeric and ${size} < ${end}::numeric)
      then ${found}::numeric end end`
}

/** What `uniqueValueReader` reads of an event, as JSON: null where it has none. */
export function uniqueValueInEvent(
  calculation: Calculation,
  alias: EventAlias,
): RawBuilder<unknown> {
  const place = calculation.func === 'unique' ? placeOfProperty(calculation.property) : null
  if (place === null || 'builtIn' in place) return sql`null::jsonb`
  const found = metadataColumn(place, alias)
  return sql`case when jsonb_typeof(${found}) in ('string', 'number', 'boolean') then ${found} end`
}
