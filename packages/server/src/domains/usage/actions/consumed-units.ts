import type { Decimal } from '../../../kernel/decimal.ts'
import { valueOf } from '../../metering/rules/aggregation.ts'
import type { CountedUsage } from '../store/customer-meters.ts'
import { accumulatorOf } from './accumulator.ts'

/** What a meter’s aggregation makes of what it counted. */
export const consumedUnits = (counted: CountedUsage): Decimal =>
  valueOf(accumulatorOf(counted), counted.aggregationFunc)
