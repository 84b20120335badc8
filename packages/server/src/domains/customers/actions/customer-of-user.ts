import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import { Problem } from '../../../kernel/refusal.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import {
  type CustomerRow,
  findCustomerByEmail,
  findExternalCustomer,
  insertCustomerUnlessTaken,
  lockCustomerByEmail,
  lockCustomerByExternalId,
} from '../store/customers.ts'
import { newCustomerRow } from './create-customer.ts'
import { customerEvent } from './customer-events.ts'
import type { CustomerChangeDeps } from './deps.ts'
import { updateCustomer, verifyCustomerEmail } from './update-customer.ts'

type Deps = Pick<CustomerChangeDeps, 'onCustomerChanged'>

/** A user of this server, as a customer of one of its organizations. */
export interface BuyingUser {
  readonly organizationId: Id<'organization'>
  /** The customer's external id. */
  readonly id: Id<'user'>
  readonly name: string
  readonly email: string
  readonly emailVerified: boolean
}

/**
 * The customer whose external id is that of the user; otherwise, for a user who has proved their
 * address, the customer who bought with it alone.
 */
export async function findCustomerOfUser(
  db: Kysely<Tables>,
  user: BuyingUser,
): Promise<CustomerRow | undefined> {
  const { organizationId, id: externalId } = user
  const known = await findExternalCustomer(db, { organizationId, externalId })
  if (known !== undefined || !user.emailVerified) return known
  const addressed = await findCustomerByEmail(db, user)
  return addressed?.externalId === null ? addressed : undefined
}

/** The same customer, with the user's id; a new one if there is none. */
export async function lockCustomerOfUser(
  uow: UnitOfWork,
  deps: Deps,
  user: BuyingUser,
): Promise<CustomerRow> {
  const customer =
    (await lockOrCreate(uow, deps, user)) ??
    // A parallel call has just created it.
    (await lockOrCreate(uow, deps, user))
  if (customer === undefined) throw new Problem('conflicting_change')
  return customer
}

async function lockOrCreate(
  uow: UnitOfWork,
  deps: Deps,
  { id: externalId, ...user }: BuyingUser,
): Promise<CustomerRow | undefined> {
  const { organizationId, name, email, emailVerified } = user
  const known = await lockCustomerByExternalId(uow.tx, { organizationId, externalId })
  if (known !== undefined) return known
  const addressed = emailVerified ? await lockCustomerByEmail(uow.tx, user) : undefined
  if (addressed?.externalId === null) {
    const change = { key: addressed, update: { externalId } }
    return verifyCustomerEmail(uow, await updateCustomer(uow, deps, change))
  }
  const created = await insertCustomerUnlessTaken(uow.tx, {
    ...newCustomerRow(uow, { organizationId, externalId, name: name === '' ? null : name, email }),
    // Anyone can sign up with an address, and must not become the customer who buys with it.
    isEmailClaimed: emailVerified && addressed === undefined,
  })
  if (created === undefined) return undefined
  uow.record(customerEvent('created', created))
  return emailVerified ? verifyCustomerEmail(uow, created) : created
}
