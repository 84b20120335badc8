import type { Id } from '@guildhall/contract/primitives'
import { Problem } from '../../../kernel/refusal.ts'
import { inOrder } from '../../../platform/database/in-order.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { presentCustomer } from '../present/customer.ts'
import type { CustomerChange } from '../rules/customer-change.ts'
import {
  type CustomerRow,
  insertCustomerUnlessTaken,
  lockCustomer,
  lockCustomerByEmail,
  lockCustomerByExternalId,
} from '../store/customers.ts'
import { newCustomerRow } from './create-customer.ts'
import { customerEvent } from './customer-events.ts'
import { changeCustomer } from './update-customer.ts'

/** What a checkout knows about the buyer. */
export interface Buyer {
  readonly organizationId: Id<'organization'>
  /** The customer that the seller named, if any. */
  readonly customerId: Id<'customer'> | null
  readonly externalId: string | null
  readonly email: string
  readonly details: Required<Omit<CustomerChange, 'email' | 'emailVerified' | 'externalId'>>
}

/** Found by email alone, the buyer has not proved to be this customer. */
export interface FoundCustomer {
  readonly customer: CustomerRow
  readonly foundBy: 'seller' | 'creation' | 'email'
}

/**
 * Finds the buyer's customer by the id that the seller named, then by external id, or without one
 * by email address in any case, and locks it; otherwise creates one. Anyone can type an address, so
 * the details of such a buyer wait until they prove to be the customer, and one that was typed with
 * a new external id neither leads to the customer who has it nor anybody else to this one.
 */
export async function findOrCreateCustomer(uow: UnitOfWork, buyer: Buyer): Promise<FoundCustomer> {
  const named = await lockNamed(uow, buyer)
  if (named !== undefined) {
    return { customer: await fillCustomer(uow, named, buyer.details), foundBy: 'seller' }
  }
  return (
    (await findOrInsert(uow, buyer)) ??
    // A parallel call has just taken the address or the external id, so it is found now.
    (await retryFindOrCreate(uow, buyer))
  )
}

async function lockNamed(
  { tx }: UnitOfWork,
  { organizationId, customerId, externalId }: Buyer,
): Promise<CustomerRow | undefined> {
  const named =
    customerId === null ? undefined : await lockCustomer(tx, { organizationId, id: customerId })
  if (named !== undefined || externalId === null) return named
  return lockCustomerByExternalId(tx, { organizationId, externalId })
}

async function retryFindOrCreate(uow: UnitOfWork, buyer: Buyer): Promise<FoundCustomer> {
  const named = await lockNamed(uow, buyer)
  if (named !== undefined) return { customer: named, foundBy: 'seller' }
  const found = await findOrInsert(uow, buyer)
  if (found === undefined) throw new Problem('conflicting_change')
  return found
}

async function findOrInsert(uow: UnitOfWork, buyer: Buyer): Promise<FoundCustomer | undefined> {
  const { organizationId, email, externalId, details } = buyer
  const input = { ...details, organizationId, email, externalId }
  // The seller's word for an external id says nothing about the address that was typed with it.
  const isEmailClaimed = externalId === null
  const row = { ...newCustomerRow(uow, input), isEmailClaimed }
  const [known, created] = await inOrder(uow.tx, [
    async (tx) => (isEmailClaimed ? lockCustomerByEmail(tx, { organizationId, email }) : undefined),
    (tx) => insertCustomerUnlessTaken(tx, row),
  ])
  if (known !== undefined) return { customer: known, foundBy: 'email' }
  if (created === undefined) return undefined
  uow.record(customerEvent('created', created))
  return { customer: created, foundBy: 'creation' }
}

/**
 * The details of one purchase fill empty fields only, and metadata is merged. A tax id belongs to
 * the country of its address. The customer must be locked.
 */
export function fillCustomer(
  uow: UnitOfWork,
  row: CustomerRow,
  { name, billingAddress, taxId, metadata }: Buyer['details'],
): Promise<CustomerRow> {
  const known = presentCustomer(row)
  return changeCustomer(uow, row, {
    ...(known.name === null && { name }),
    ...(known.billingAddress === null && { billingAddress }),
    ...(known.taxId === null && known.billingAddress === null && { taxId }),
    metadata: { ...known.metadata, ...metadata },
  })
}
