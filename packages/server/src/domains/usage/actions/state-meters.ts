import { formatDecimal } from '../../../kernel/decimal.ts'
import type { AsJson } from '../../../platform/database/as-json.ts'
import { presentStateMeter } from '../present/customer-meter.ts'
import { type CountedUsage, countedUsageOf } from '../store/customer-meters.ts'
import { consumedUnits } from './consumed-units.ts'

/** The meters of a customer’s state, from the column `countedUsage`. */
export const stateMeters = (rows: readonly AsJson<CountedUsage>[]) =>
  rows.map(countedUsageOf).map((row) => {
    const consumed = formatDecimal(consumedUnits(row))
    return presentStateMeter({ ...row, consumed })
  })
