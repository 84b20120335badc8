import type { Currency, Id, MinorUnits } from '@guildhall/contract/primitives'
import { negate } from '../../../kernel/money.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { usableBy } from '../rules/balance-share.ts'
import { addBalanceEntries } from '../store/customer-balances.ts'
import { entryOfOrder } from './postings.ts'
import { lockShares } from './read-customer-balances.ts'

interface Reservation {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
  readonly currency: Currency
  readonly checkoutId: Id<'checkout'>
  /** The order that the checkout will place. */
  readonly orderId: Id<'order'>
  readonly amount: MinorUnits
}

/**
 * Takes credit for a checkout that is about to be paid, so that no other can use it meanwhile.
 * False, and nothing is taken, where there is less by now.
 */
export async function reserveBalance(
  uow: UnitOfWork,
  { amount, checkoutId, ...reservation }: Reservation,
): Promise<boolean> {
  const { organizationId, customerId, currency } = reservation
  const shares = await lockShares(uow.tx, organizationId, [customerId])
  if (usableBy(shares, { customerId, currency, subscriptionId: null }) < amount) return false
  await addBalanceEntries(uow.tx, [
    entryOfOrder(uow, orderOf(reservation), { kind: 'used', amount: negate(amount), checkoutId }),
  ])
  return true
}

/** Gives the credit of a checkout back that was not paid. */
export const releaseBalance = (
  uow: UnitOfWork,
  { amount, checkoutId, ...reservation }: Reservation,
): Promise<void> =>
  addBalanceEntries(uow.tx, [
    entryOfOrder(uow, orderOf(reservation), { kind: 'returned', amount, checkoutId }),
  ])

const orderOf = ({ orderId: id, ...of }: Omit<Reservation, 'amount' | 'checkoutId'>) => ({
  ...of,
  id,
})
