import type { CustomerEraser } from '../../../platform/hooks.ts'
import { findMethodsOf, forgetCards, markDeleted } from '../store/methods.ts'
import { forgetPayer, hasPendingPayment } from '../store/payments.ts'
import { methodEvent } from './payment-events.ts'

/** Cards are removed at the processor as well. */
export const paymentEraser: CustomerEraser = {
  isNeeded: (tx, customer) => hasPendingPayment(tx, customer),

  async erase(uow, customer) {
    const { organizationId, customerId } = customer
    for (const method of await findMethodsOf(uow.tx, organizationId, [customerId])) {
      const deleted = await markDeleted(uow.tx, method, uow.now)
      if (deleted !== undefined) uow.record(methodEvent('payment_method.deleted', deleted))
    }
    await forgetCards(uow.tx, customer)
    await forgetPayer(uow.tx, customer)
  },
}
