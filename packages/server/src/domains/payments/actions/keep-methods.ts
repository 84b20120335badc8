import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import type { NewEvent } from '../../../platform/outbox/record.ts'
import type { Work } from '../../../platform/work.ts'
import type { MethodSeen } from '../rules/processor.ts'
import {
  clearDefault,
  findMethodAtProcessor,
  findMethodsOf,
  insertMethods,
  lockCustomers,
  type PaymentMethodRow,
  setDefault,
} from '../store/methods.ts'

export interface MethodToKeep {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
  readonly processor: string
  readonly seen: MethodSeen
  /** Also where the customer has a default already. */
  readonly becomesDefault: boolean
}

/**
 * Keeps what the processor keeps, under the customer’s lock; where the customer has no default it
 * becomes that. What is kept already is answered as it is.
 */
export async function keepMethod(work: Work, wish: MethodToKeep): Promise<PaymentMethodRow> {
  const { tx, now } = work
  const { organizationId, customerId, processor, seen } = wish
  const { kept: processorId, card } = seen
  assert(processorId !== null, 'the processor keeps it')
  await lockCustomers(tx, organizationId, [customerId])
  const others = await findMethodsOf(tx, organizationId, [customerId])
  const isDefault = wish.becomesDefault || !others.some((other) => other.isDefault)
  const at = { organizationId, processor, processorId }
  const before = await findMethodAtProcessor(tx, at)
  if (before !== undefined) return before
  if (isDefault) await clearDefault(tx, wish)
  const [method] = await insertMethods(tx, [
    {
      ...at,
      id: work.newId('paymentMethod'),
      customerId,
      processorCustomerId: seen.keptFor,
      type: seen.type,
      brand: card?.brand ?? null,
      last4: card?.last4 ?? null,
      country: card?.country ?? null,
      expMonth: card?.expMonth ?? null,
      expYear: card?.expYear ?? null,
      wallet: card?.wallet ?? null,
      isDefault,
      createdAt: now,
    },
  ])
  assert(method !== undefined, 'under the customer’s lock nobody else keeps it')
  work.record(methodEvent('added', method))
  if (isDefault) work.record(methodEvent('default_changed', method))
  return method
}

/** Under the customer’s lock; what is the default already stays it, and nothing is told. */
export async function appointDefault(
  work: Work,
  method: PaymentMethodRow,
): Promise<PaymentMethodRow> {
  if (method.isDefault) return method
  await clearDefault(work.tx, method)
  const appointed = await setDefault(work.tx, method)
  assert(appointed !== undefined, 'under the customer’s lock it stays')
  work.record(methodEvent('default_changed', appointed))
  return appointed
}

export const methodEvent = (
  action: 'added' | 'default_changed' | 'deleted',
  { organizationId, customerId, id, processor, processorId }: PaymentMethodRow,
): NewEvent => ({
  name: `payment_method.${action}`,
  organizationId,
  customerId,
  object: { type: 'payment_method', id, version: 1 },
  payload: {
    customer_id: customerId,
    payment_method_id: id,
    ...(action === 'deleted' && { processor, processor_id: processorId }),
  },
})
