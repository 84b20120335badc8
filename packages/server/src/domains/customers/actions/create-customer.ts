import type { createCustomer as contract } from '@guildhall/contract/customers/customers'
import type { BodyOf } from '@guildhall/contract/endpoint'
import type { Id } from '@guildhall/contract/primitives'
import { Problem } from '../../../kernel/refusal.ts'
import { violatedConstraint } from '../../../platform/database/failures.ts'
import type { Work } from '../../../platform/work.ts'
import { type CustomerRow, insertCustomer, type NewCustomer } from '../store/customers.ts'
import { columnsOf } from './customer-columns.ts'
import { customerEvent } from './present-customer.ts'

export type CustomerToBe = Omit<BodyOf<typeof contract>, 'organizationId'> & {
  readonly organizationId: Id<'organization'>
}

export async function createCustomer(work: Work, wish: CustomerToBe): Promise<CustomerRow> {
  const customer = await insertCustomer(work.tx, rowOf(work, wish)).catch(asTaken)
  work.record(customerEvent('created', customer))
  return customer
}

export const rowOf = (work: Work, wish: CustomerToBe): NewCustomer => ({
  ...columnsOf({
    name: wish.name ?? null,
    billingAddress: wish.billingAddress ?? null,
    taxId: wish.taxId ?? null,
    metadata: wish.metadata ?? {},
  }),
  organizationId: wish.organizationId,
  id: work.newId('customer'),
  email: wish.email,
  externalId: wish.externalId ?? null,
  createdAt: work.now,
})

export const emailTaken = (): Problem =>
  new Problem('customer_email_taken', { loc: ['body', 'email'] })

/** What the constraints refuse, so that of many at once only one gets it. */
export function asTaken(error: unknown): never {
  const violated = violatedConstraint(error)
  if (violated === 'customer_email') throw emailTaken()
  if (violated === 'customer_external_id') {
    throw new Problem('customer_external_id_taken', { loc: ['body', 'external_id'] })
  }
  throw error
}
