import type { Filter } from '@guildhall/contract/metering/filters'
import type { Calculation } from '@guildhall/contract/metering/shapes'
import type { Decimal } from '../../../kernel/decimal.ts'
import { quantityReader, uniqueValueReader } from './aggregation.ts'
import type { MeteredEvent } from './event-property.ts'
import { matcherOf } from './filter.ts'

interface MeterDefinition {
  readonly filter: Filter
  readonly calculation: Calculation
  readonly countsFrom: Date
}

/** What an event adds to a balance. */
interface Counted {
  readonly quantity: Decimal
  /** As JSON, if the meter counts unique values. */
  readonly value: string | null
}

/**
 * What events add to a customer’s balance of a meter; null where the meter doesn’t count them.
 */
export function counter({
  filter,
  calculation,
  countsFrom,
}: MeterDefinition): (event: MeteredEvent) => Counted | null {
  const matches = matcherOf(filter)
  const quantityOf = quantityReader(calculation)
  const valueOf = uniqueValueReader(calculation)
  return (event) => {
    if (event.timestamp < countsFrom || !matches(event)) return null
    const quantity = quantityOf(event)
    return quantity === null ? null : { quantity, value: valueOf(event) }
  }
}
