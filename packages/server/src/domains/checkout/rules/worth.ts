import type { MinorUnits } from '@guildhall/contract/primitives'
import { add, minorUnits, subtract } from '../../../kernel/money.ts'

interface Priced {
  readonly amount: MinorUnits
  readonly discountAmount: MinorUnits
  readonly taxAmount: MinorUnits | null
}

interface Worth {
  readonly netAmount: MinorUnits
  readonly totalAmount: MinorUnits
}

/** Total is subtotal less discount plus tax, always; what isn’t known of the tax yet is nothing. */
export function worthOf({ amount, discountAmount, taxAmount }: Priced): Worth {
  const netAmount = subtract(amount, discountAmount)
  return { netAmount, totalAmount: add(netAmount, taxAmount ?? minorUnits(0)) }
}
