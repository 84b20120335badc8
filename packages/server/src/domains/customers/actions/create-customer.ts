import type { createCustomer as contract } from '@guildhall/contract/customers/customers'
import type { BodyOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import { Problem } from '../../../kernel/refusal.ts'
import { violatedConstraint } from '../../../platform/database/failures.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import {
  type CustomerRow,
  customerColumns,
  insertCustomer,
  type NewCustomer,
} from '../store/customers.ts'
import { customerEvent } from './customer-events.ts'

export type CustomerInput = Omit<BodyOf<typeof contract>, 'organizationId'> & {
  readonly organizationId: Id<'organization'>
}

export async function createCustomer(uow: UnitOfWork, input: CustomerInput): Promise<CustomerRow> {
  const customer = await insertCustomer(uow.tx, newCustomerRow(uow, input)).catch(refuseTaken)
  uow.record(customerEvent('created', customer))
  return customer
}

export const newCustomerRow = (uow: UnitOfWork, input: CustomerInput): NewCustomer => ({
  ...customerColumns({
    name: input.name ?? null,
    billingAddress: input.billingAddress ?? null,
    taxId: input.taxId ?? null,
    metadata: input.metadata ?? {},
  }),
  organizationId: input.organizationId,
  id: uow.newId('customer'),
  email: input.email,
  externalId: input.externalId ?? null,
  createdAt: uow.now,
})

export const emailTaken = (): Problem =>
  new Problem('customer_email_taken', { loc: ['body', 'email'] })

/** Unique constraints decide between parallel calls. */
export function refuseTaken(error: unknown): never {
  const violated = violatedConstraint(error)
  if (violated === 'customer_email') throw emailTaken()
  if (violated === 'customer_external_id') {
    throw new Problem('customer_external_id_taken', { loc: ['body', 'external_id'] })
  }
  throw error
}
