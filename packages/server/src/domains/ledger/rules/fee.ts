import type { Currency, MinorUnits } from '@guildhall/contract/primitives'
import { type Money, times } from '../../../kernel/money.ts'
import { ratio } from '../../../kernel/ratio.ts'

/** What the processor says about a movement of its balance. */
export interface Movement {
  /** Before the fee, in the currency of settlement. Below zero where it went back. */
  readonly amount: MinorUnits
  readonly fee: MinorUnits
  readonly currency: Currency
  /** The same movement in the currency of the payment. */
  readonly paymentAmount: MinorUnits
  readonly paymentCurrency: Currency
}

/**
 * The fee in the currency of the payment, because that is the currency of the seller’s sale. It is
 * converted by the two amounts of the movement, whose ratio needs no convention for currencies
 * without decimals. A fee without a movement stays in the currency of settlement.
 */
export function bookedFee(movement: Movement): Money {
  const { amount, fee, currency, paymentAmount, paymentCurrency } = movement
  if (currency === paymentCurrency || amount === 0) return { amount: fee, currency }
  const converted = times(fee, ratio(Math.abs(paymentAmount), Math.abs(amount)))
  return { amount: converted, currency: paymentCurrency }
}
