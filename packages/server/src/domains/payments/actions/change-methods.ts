import type { Id } from '@guildhall/contract/primitives'
import type { Transaction } from 'kysely'
import { Problem } from '../../../kernel/refusal.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { chooseReplacement } from '../rules/replacement-method.ts'
import {
  findMethodsOf,
  lockCustomers,
  markDeleted,
  type PaymentMethodRow,
} from '../store/methods.ts'
import type { PaymentDeps } from './deps.ts'
import { methodEvent } from './payment-events.ts'
import { setDefaultMethod } from './store-methods.ts'

interface MethodOfCustomer {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
  readonly id: Id<'paymentMethod'>
}

/** The default is charged wherever no other method is named. */
export async function makeDefault(
  uow: UnitOfWork,
  key: MethodOfCustomer,
): Promise<PaymentMethodRow> {
  const { method } = await findAndLockMethods(uow.tx, key)
  return setDefaultMethod(uow, method, { collectsOverdue: true })
}

/**
 * Charges of the method switch to another one of the customer, which becomes the default if the
 * deleted one was. Refused where a method is needed and there is no other.
 */
export async function deleteMethod(
  uow: UnitOfWork,
  { beforePaymentMethodDeletion }: Pick<PaymentDeps, 'beforePaymentMethodDeletion'>,
  key: MethodOfCustomer,
): Promise<void> {
  const { organizationId, customerId, id: paymentMethodId } = key
  const { method, methods } = await findAndLockMethods(uow.tx, key)
  const replacement = chooseReplacement(methods, method)
  const deletion = {
    organizationId,
    customerId,
    paymentMethodId,
    replacementId: replacement?.id ?? null,
  }
  for (const switchMethod of beforePaymentMethodDeletion) {
    if (!(await switchMethod(uow, deletion))) throw new Problem('payment_method_in_use')
  }
  const deleted = await markDeleted(uow.tx, key, uow.now)
  if (deleted === undefined) throw new Problem('not_found')
  if (method.isDefault && replacement !== null) {
    // Removing a card shows no sum, so overdue payments wait for their next attempt.
    await setDefaultMethod(uow, replacement, { collectsOverdue: false })
  }
  uow.record(methodEvent('payment_method.deleted', deleted))
}

/** Locks the customer. A method of another customer, or of a single purchase, is not found. */
async function findAndLockMethods(
  tx: Transaction<Tables>,
  { organizationId, customerId, id }: MethodOfCustomer,
): Promise<{ method: PaymentMethodRow; methods: PaymentMethodRow[] }> {
  await lockCustomers(tx, organizationId, [customerId])
  const all = await findMethodsOf(tx, organizationId, [customerId])
  const methods = all.filter(({ checkoutId }) => checkoutId === null)
  const method = methods.find((one) => one.id === id)
  if (method === undefined) throw new Problem('not_found')
  return { method, methods }
}
