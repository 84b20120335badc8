import type { Aggregation } from '@guildhall/contract/metering/shapes'
import { type RawBuilder, sql } from 'kysely'
import { quantityLimits } from '../rules/aggregation.ts'
import { placeOfProperty } from '../rules/event-property.ts'
import { type EventAlias, metadataColumn } from './event-columns.ts'

/** What `quantityReader` reads of an event, as numeric: null where it has none. */
export function quantityInEvent(
  aggregation: Aggregation,
  alias: EventAlias,
): RawBuilder<string | null> {
  if (aggregation.func === 'count') return sql`1::numeric`
  const place = placeOfProperty(aggregation.property)
  if ('builtIn' in place) return sql`null::numeric`
  const found = metadataColumn(place, alias)
  const size = sql`abs(${found}::numeric)`
  const { min, end } = quantityLimits
  return sql`case when jsonb_typeof(${found}) = 'number' then
    case when ${size} = 0 or (${size} >= ${min}::numeric and ${size} < ${end}::numeric)
      then ${found}::numeric end end`
}
