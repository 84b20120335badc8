import type { Id } from '@guildhall/contract/primitives'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import {
  findMethodsOf,
  findMethodsOfPurchase,
  markDeleted,
  takeMethodsOver,
} from '../store/methods.ts'
import { methodEvent } from './payment-events.ts'
import { setDefaultMethod } from './store-methods.ts'

interface Purchase {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
  readonly checkoutId: Id<'checkout'>
}

/**
 * The buyer has proved to be the customer, so the card of the purchase becomes one of their own, and
 * the default if they have none. The caller has locked the customer.
 */
export async function keepCardsOfPurchase(uow: UnitOfWork, purchase: Purchase): Promise<void> {
  const { organizationId, customerId } = purchase
  const [card] = await takeMethodsOver(uow.tx, purchase)
  const methods = await findMethodsOf(uow.tx, organizationId, [customerId])
  if (card === undefined || methods.some(({ isDefault }) => isDefault)) return
  await setDefaultMethod(uow, card, { collectsOverdue: false })
}

/** The purchase is paid otherwise from now on. The caller has locked the customer. */
export async function removeCardsOfPurchase(uow: UnitOfWork, purchase: Purchase): Promise<void> {
  for (const method of await findMethodsOfPurchase(uow.tx, purchase)) {
    const deleted = await markDeleted(uow.tx, method, uow.now)
    if (deleted !== undefined) uow.record(methodEvent('payment_method.deleted', deleted))
  }
}
