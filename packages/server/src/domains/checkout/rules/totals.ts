import type { MinorUnits } from '@guildhall/contract/primitives'
import { add, minorUnits, subtract } from '../../../kernel/money.ts'

interface Priced {
  readonly amount: MinorUnits
  readonly discountAmount: MinorUnits
  readonly taxAmount: MinorUnits | null
}

interface Totals {
  readonly netAmount: MinorUnits
  readonly totalAmount: MinorUnits
}

/** The total is the amount less the discount plus the tax; an unknown tax counts as zero. */
export function totalsOf({ amount, discountAmount, taxAmount }: Priced): Totals {
  const netAmount = subtract(amount, discountAmount)
  return { netAmount, totalAmount: add(netAmount, taxAmount ?? minorUnits(0)) }
}
