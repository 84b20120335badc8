import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { findCustomersByIds } from '../../customers/store/customers.ts'
import { idempotencyKey } from '../rules/idempotency-key.ts'
import type { CardOwner, Processor, Unavailable } from '../rules/processor.ts'
import { findProcessorCustomer, insertProcessorCustomer } from '../store/methods.ts'
import { isUnavailable } from './call-processor.ts'
import type { PaymentDeps } from './deps.ts'

interface CustomerAtProcessor {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
  readonly processor: string
}

/**
 * The customer’s id at the processor, created there when the first card is stored. Of concurrent
 * calls the first counts, for both.
 */
export async function ensureProcessorCustomer(
  { uowFactory, clock }: Pick<PaymentDeps, 'uowFactory' | 'clock'>,
  processor: Processor,
  { organizationId, customerId, processor: name }: CustomerAtProcessor,
): Promise<CardOwner | Unavailable> {
  const { kysely: db } = uowFactory.database
  const key = { organizationId, customerId, processor: name }
  const known = await findProcessorCustomer(db, key)
  if (known !== undefined) return { customer: known.processorId }
  const [customer] = await findCustomersByIds(db, organizationId, [customerId])
  assert(customer !== undefined, 'the customer of a payment is kept as a row')
  const created = await processor.createCustomer({
    organizationId,
    key: idempotencyKey('customer', customerId),
    email: customer.email,
    name: customer.name,
    metadata: { organization_id: organizationId, customer_id: customerId },
  })
  if (isUnavailable(created)) return created
  if (created.processorId === null) return { customer: null }
  await insertProcessorCustomer(db, {
    ...key,
    processorId: created.processorId,
    createdAt: clock.now(),
  })
  const stored = await findProcessorCustomer(db, key)
  assert(stored !== undefined, 'the customer was stored')
  return { customer: stored.processorId }
}
