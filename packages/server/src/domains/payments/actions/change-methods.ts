import type { Id } from '@guildhall/contract/primitives'
import type { Transaction } from 'kysely'
import { Problem } from '../../../kernel/refusal.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { Work } from '../../../platform/work.ts'
import { planDeletion } from '../rules/method-deletion.ts'
import {
  findMethodsOf,
  lockCustomers,
  markDeleted,
  type PaymentMethodRow,
} from '../store/methods.ts'
import { appointDefault, methodEvent } from './keep-methods.ts'
import type { PaymentParts } from './parts.ts'

interface MethodMeant {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
  readonly id: Id<'paymentMethod'>
}

/** From now on it is charged for all that names no other. */
export async function makeDefault(work: Work, meant: MethodMeant): Promise<PaymentMethodRow> {
  const { method } = await lockMethods(work.tx, meant)
  return appointDefault(work, method)
}

/**
 * Who is charged with it is charged with another one of the customer’s from now on; where there is
 * none and somebody is, it stays. The default goes over to the same one.
 */
export async function deleteMethod(
  work: Work,
  { beforeMethodDeletion }: Pick<PaymentParts, 'beforeMethodDeletion'>,
  meant: MethodMeant,
): Promise<void> {
  const { organizationId, customerId, id: paymentMethodId } = meant
  const { method, methods } = await lockMethods(work.tx, meant)
  const { successor } = planDeletion(methods, method)
  const leaving = {
    organizationId,
    customerId,
    paymentMethodId,
    successorId: successor?.id ?? null,
  }
  for (const takesOver of beforeMethodDeletion) {
    if (!(await takesOver(work, leaving))) throw new Problem('payment_method_in_use')
  }
  const deleted = await markDeleted(work.tx, meant, work.now)
  if (deleted === undefined) throw new Problem('not_found')
  if (method.isDefault && successor !== null) await appointDefault(work, successor)
  work.record(methodEvent('deleted', deleted))
}

/** Under the customer’s lock; whatever isn’t theirs isn’t there. */
async function lockMethods(
  tx: Transaction<Tables>,
  { organizationId, customerId, id }: MethodMeant,
): Promise<{ method: PaymentMethodRow; methods: PaymentMethodRow[] }> {
  await lockCustomers(tx, organizationId, [customerId])
  const methods = await findMethodsOf(tx, organizationId, [customerId])
  const method = methods.find((one) => one.id === id)
  if (method === undefined) throw new Problem('not_found')
  return { method, methods }
}
