import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { findCustomersOf } from '../../customers/index.ts'
import type { KeptFor, Processor, Unavailable } from '../rules/processor.ts'
import { findProcessorCustomer, insertProcessorCustomer } from '../store/methods.ts'
import type { PaymentParts } from './parts.ts'
import { isUnavailable } from './processor-of.ts'

interface Whose {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
  readonly processor: string
}

/**
 * The customer as the processor knows them, told to it the first time that a card is to be kept. Of
 * two who tell at once the first counts, for both.
 */
export async function knownCustomer(
  { workshop, clock }: Pick<PaymentParts, 'workshop' | 'clock'>,
  processor: Processor,
  { organizationId, customerId, processor: name }: Whose,
): Promise<KeptFor | Unavailable> {
  const { kysely: db } = workshop.database
  const whose = { organizationId, customerId, processor: name }
  const known = await findProcessorCustomer(db, whose)
  if (known !== undefined) return { customer: known.processorId }
  const [customer] = await findCustomersOf(db, organizationId, [customerId])
  assert(customer !== undefined, 'who pays stays as a row')
  const seen = await processor.know({
    organizationId,
    key: `customer-${customerId}`,
    email: customer.email,
    name: customer.name,
    metadata: { organization_id: organizationId, customer_id: customerId },
  })
  if (isUnavailable(seen)) return seen
  if (seen.processorId === null) return { customer: null }
  await insertProcessorCustomer(db, {
    ...whose,
    processorId: seen.processorId,
    createdAt: clock.now(),
  })
  const settled = await findProcessorCustomer(db, whose)
  assert(settled !== undefined, 'who was told of is known')
  return { customer: settled.processorId }
}
