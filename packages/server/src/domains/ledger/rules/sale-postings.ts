import type { MinorUnits } from '../../../kernel/money.ts'
import { add, subtract } from '../../../kernel/money.ts'
import { type Amounts, opposite, type Plan } from './postings.ts'

/** An order that was paid: in part, or whole, by what its customer had to their credit. */
export interface Sale extends Amounts {
  /** Below zero what the order put there, or what the customer owed and paid with it. */
  readonly appliedAmount: MinorUnits
}

/**
 * What an order comes to is the seller’s and the tax office’s; what the customer’s balance didn’t pay
 * of it has come in cash. An order that comes to less than nothing does all of this backwards.
 */
export function planSale({ netAmount, taxAmount, taxPlace, appliedAmount }: Sale): Plan {
  const charged = subtract(add(netAmount, taxAmount), appliedAmount)
  return [
    ...opposite({ account: 'seller_payable', place: null, amount: negative(netAmount) }),
    ...opposite({ account: 'tax_payable', place: taxPlace, amount: negative(taxAmount) }),
    ...opposite({ account: 'customer_balance', place: null, amount: appliedAmount }),
    ...opposite({ account: 'cash_at_processor', place: null, amount: charged }),
  ]
}

const negative = (amount: MinorUnits): MinorUnits => subtract(subtract(amount, amount), amount)
