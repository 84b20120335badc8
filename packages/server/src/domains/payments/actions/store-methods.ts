import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import type { MethodSnapshot } from '../rules/processor.ts'
import {
  clearDefault,
  findMethodAtProcessor,
  findMethodsOf,
  insertMethods,
  lockCustomers,
  type PaymentMethodRow,
  setDefault,
} from '../store/methods.ts'
import { defaultChangedEvent, methodEvent } from './payment-events.ts'

interface MethodToStore {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
  readonly processor: string
  readonly snapshot: MethodSnapshot
  /** Replaces a default that the customer already has. */
  readonly becomesDefault: boolean
  /** The purchase that it serves alone; null if it becomes one of the customer’s own. */
  readonly checkoutId: Id<'checkout'> | null
  /** As the default it is charged for what is overdue, because the customer has seen how much. */
  readonly collectsOverdue: boolean
}

/**
 * Stores a method that the processor has stored, under a lock on the customer. A customer’s first
 * own method becomes the default. A method that is stored already is returned unchanged.
 */
export async function storeMethod(
  uow: UnitOfWork,
  input: MethodToStore,
): Promise<PaymentMethodRow> {
  const { tx, now } = uow
  const { organizationId, customerId, processor, snapshot, checkoutId, collectsOverdue } = input
  const { storedId: processorId, card } = snapshot
  assert(processorId !== null, 'the processor has stored the method')
  await lockCustomers(tx, organizationId, [customerId])
  const others = await findMethodsOf(tx, organizationId, [customerId])
  const isFirst = !others.some((other) => other.isDefault)
  const isDefault = checkoutId === null && (input.becomesDefault || isFirst)
  const key = { organizationId, processor, processorId }
  const before = await findMethodAtProcessor(tx, key)
  if (before !== undefined) return before
  if (isDefault) await clearDefault(tx, input)
  const [method] = await insertMethods(tx, [
    {
      ...key,
      id: uow.newId('paymentMethod'),
      customerId,
      processorCustomerId: snapshot.ownerId,
      type: snapshot.type,
      brand: card?.brand ?? null,
      last4: card?.last4 ?? null,
      country: card?.country ?? null,
      expMonth: card?.expMonth ?? null,
      expYear: card?.expYear ?? null,
      wallet: card?.wallet ?? null,
      isDefault,
      checkoutId,
      createdAt: now,
    },
  ])
  assert(method !== undefined, 'no one else stores it under the customer’s lock')
  uow.record(methodEvent('payment_method.added', method))
  if (isDefault) uow.record(defaultChangedEvent(method, collectsOverdue))
  return method
}

interface DefaultChange {
  /** Whether what is overdue is charged to it immediately. */
  readonly collectsOverdue: boolean
}

/** The caller has locked the customer. Records no event where the method is the default already. */
export async function setDefaultMethod(
  uow: UnitOfWork,
  method: PaymentMethodRow,
  { collectsOverdue }: DefaultChange,
): Promise<PaymentMethodRow> {
  if (method.isDefault) return method
  await clearDefault(uow.tx, method)
  const saved = await setDefault(uow.tx, method)
  assert(saved !== undefined, 'a method isn’t deleted under the customer’s lock')
  uow.record(defaultChangedEvent(saved, collectsOverdue))
  return saved
}
