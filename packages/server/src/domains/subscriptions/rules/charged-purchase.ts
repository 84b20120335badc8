import type { Id } from '@guildhall/contract/primitives'
import { type MinorUnits, minorUnits } from '../../../kernel/money.ts'

interface Charged {
  readonly acceptedAt: Date | null
  readonly checkoutId: Id<'checkout'> | null
}

/** The purchase whose card alone may be charged; null once the customer has accepted it. */
export const purchaseCharged = ({ acceptedAt, checkoutId }: Charged): Id<'checkout'> | null =>
  acceptedAt === null ? checkoutId : null

/** Nobody proved to be the customer, so the purchase neither uses their credit nor pays their debts. */
export const usableBalance = (
  { acceptedAt }: Pick<Charged, 'acceptedAt'>,
  balanceAmount: MinorUnits,
): MinorUnits => (acceptedAt === null ? minorUnits(0) : balanceAmount)
