import { decimal } from '../../../kernel/decimal.ts'
import type { Accumulator } from '../../metering/rules/aggregation.ts'
import type { AccumulatorRow } from '../store/measured-events.ts'

export const accumulatorOf = ({ eventCount, sum, max, min }: AccumulatorRow): Accumulator => ({
  count: eventCount,
  sum: decimal(sum),
  max: max === null ? null : decimal(max),
  min: min === null ? null : decimal(min),
})
