import type { Id } from '@guildhall/contract/primitives'
import { Problem } from '../../../kernel/refusal.ts'
import type { Work } from '../../../platform/work.ts'
import type { CustomerChange, CustomerWish } from '../rules/customer-change.ts'
import {
  type CustomerRow,
  insertCustomerUnlessTaken,
  lockCustomer,
  lockCustomerWithEmail,
  lockExternalCustomer,
} from '../store/customers.ts'
import { changeCustomer } from './change-customer.ts'
import { rowOf } from './create-customer.ts'
import { customerEvent, presentCustomer } from './present-customer.ts'

/** Who buys, as far as it is known. */
export interface Buyer {
  readonly organizationId: Id<'organization'>
  /** Whom the seller named; null where only the buyer says who they are. */
  readonly customerId: Id<'customer'> | null
  readonly externalId: string | null
  readonly email: string
  readonly details: Required<Omit<CustomerChange, 'email' | 'emailVerified' | 'externalId'>>
}

/**
 * How a customer was found: the seller named them, nobody knew them before, or somebody typed their
 * address, who may be anybody.
 */
export interface FoundCustomer {
  readonly customer: CustomerRow
  readonly foundBy: 'seller' | 'creation' | 'email'
}

/**
 * The customer who buys, locked: whom the seller named, else by the external id, else by the e-mail
 * address in any case, always within the organization; or else a new one. What is said now takes the
 * place of what was said before, but of somebody of whom only the address was typed it only fills
 * what is empty: whoever types it may be somebody else.
 */
export async function findOrCreateCustomer(work: Work, buyer: Buyer): Promise<FoundCustomer> {
  const named = await lockNamed(work, buyer)
  if (named !== undefined) {
    const customer = await changeCustomer(work, named, wishOf(named, buyer.details))
    return { customer, foundBy: 'seller' }
  }
  return (
    (await findOrInsert(work, buyer)) ??
    // Somebody else has just taken the address or the external id, so they are known now.
    (await findOrCreateAgain(work, buyer))
  )
}

async function lockNamed(
  { tx }: Work,
  { organizationId, customerId, externalId }: Buyer,
): Promise<CustomerRow | undefined> {
  const named =
    customerId === null ? undefined : await lockCustomer(tx, { organizationId, id: customerId })
  if (named !== undefined || externalId === null) return named
  return lockExternalCustomer(tx, { organizationId, externalId })
}

async function findOrCreateAgain(work: Work, buyer: Buyer): Promise<FoundCustomer> {
  const named = await lockNamed(work, buyer)
  if (named !== undefined) return { customer: named, foundBy: 'seller' }
  const found = await findOrInsert(work, buyer)
  if (found === undefined) throw new Problem('conflicting_change')
  return found
}

async function findOrInsert(work: Work, buyer: Buyer): Promise<FoundCustomer | undefined> {
  const { organizationId, email, externalId, details } = buyer
  const wish = { ...details, organizationId, email, externalId }
  const [known, created] = await Promise.all([
    lockCustomerWithEmail(work.tx, { organizationId, email }),
    insertCustomerUnlessTaken(work.tx, rowOf(work, wish)),
  ])
  if (known !== undefined) {
    const customer = await changeCustomer(work, known, emptyOf(known, details))
    return { customer, foundBy: 'email' }
  }
  if (created === undefined) return undefined
  work.record(customerEvent('created', created))
  return { customer: created, foundBy: 'creation' }
}

/** What isn’t said stays; metadata is added to. */
function wishOf(row: CustomerRow, { metadata, ...details }: Buyer['details']): CustomerWish {
  const said = Object.entries(details).filter(([, value]) => value !== null)
  return {
    ...Object.fromEntries(said),
    metadata: { ...presentCustomer(row).metadata, ...metadata },
  }
}

function emptyOf(row: CustomerRow, details: Buyer['details']): CustomerWish {
  const { name, billingAddress, taxId, metadata } = wishOf(row, details)
  const known = presentCustomer(row)
  return {
    ...(known.name === null && { name }),
    ...(known.billingAddress === null && { billingAddress }),
    ...(known.taxId === null && known.billingAddress === null && { taxId }),
    metadata,
  }
}
