import type { Filter } from '@guildhall/contract/metering/filters'
import type { Aggregation } from '@guildhall/contract/metering/shapes'
import type { Decimal } from '../../../kernel/decimal.ts'
import { quantityReader } from './aggregation.ts'
import type { MeteredEvent } from './event-property.ts'
import { matcherOf } from './filter.ts'

interface MeterDefinition {
  readonly filter: Filter
  readonly aggregation: Aggregation
  readonly countsFrom: Date
}

/**
 * What events add to a customer’s balance of a meter; null where the meter doesn’t count them.
 */
export function counter({
  filter,
  aggregation,
  countsFrom,
}: MeterDefinition): (event: MeteredEvent) => Decimal | null {
  const matches = matcherOf(filter)
  const quantityOf = quantityReader(aggregation)
  return (event) => (event.timestamp >= countsFrom && matches(event) ? quantityOf(event) : null)
}
