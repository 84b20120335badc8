import type { Currency, MinorUnits } from '@guildhall/contract/primitives'
import { chargeMin } from '../../../kernel/charge-min.ts'
import { minorUnits, subtract } from '../../../kernel/money.ts'

interface Creditable {
  readonly currency: Currency
  readonly totalAmount: MinorUnits
  /** The credit of the customer; below zero a debt, which a checkout doesn’t collect. */
  readonly usableAmount: MinorUnits
}

/**
 * What the credit of the customer pays. Where less than the smallest charge would be left to pay,
 * some credit stays on the balance instead.
 */
export function creditFor({ currency, totalAmount, usableAmount }: Creditable): MinorUnits {
  if (usableAmount <= 0 || totalAmount <= 0) return nothing
  if (usableAmount >= totalAmount) return totalAmount
  const atMost = Math.max(0, subtract(totalAmount, chargeMin(currency)))
  return minorUnits(Math.min(usableAmount, atMost))
}

const nothing = minorUnits(0)
