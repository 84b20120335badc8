import { type Decimal, decimal } from '../../../kernel/decimal.ts'
import { valueOf } from '../../metering/index.ts'
import type { CountedUsage } from '../store/customer-meters.ts'

/** What a meter’s aggregation makes of what it counted. */
export const consumedUnits = ({
  aggregationFunc,
  eventCount,
  sum,
  max,
  min,
}: CountedUsage): Decimal =>
  valueOf(
    { count: eventCount, sum: decimal(sum), max: decimalOrNull(max), min: decimalOrNull(min) },
    aggregationFunc,
  )

const decimalOrNull = (text: string | null): Decimal | null =>
  text === null ? null : decimal(text)
