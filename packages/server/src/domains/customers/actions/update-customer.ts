import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { accept, Problem } from '../../../kernel/refusal.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { presentCustomer } from '../present/customer.ts'
import { type CustomerUpdate, decideChange, isSameAddress } from '../rules/customer-change.ts'
import {
  type CustomerKey,
  type CustomerRow,
  claimEmail,
  customerColumns,
  insertCustomerUnlessTaken,
  lockCustomer,
  lockCustomerByEmail,
  lockCustomerByExternalId,
  saveCustomer,
} from '../store/customers.ts'
import { type CustomerInput, emailTaken, newCustomerRow, refuseTaken } from './create-customer.ts'
import { customerEvent } from './customer-events.ts'
import type { CustomerChangeDeps } from './deps.ts'
import { endSessionsOf } from './end-customer-sessions.ts'

type Deps = Pick<CustomerChangeDeps, 'onCustomerChanged'>

interface RequestedUpdate {
  readonly key: CustomerKey
  readonly update: CustomerUpdate
}

/** The seller's word for an address, also for the one that the customer typed, claims it. */
export async function updateCustomerAsSeller(
  uow: UnitOfWork,
  deps: Deps,
  request: RequestedUpdate,
): Promise<CustomerRow> {
  const customer = await updateCustomer(uow, deps, request)
  if (request.update.email != null) await claimCustomerEmail(uow, customer)
  return customer
}

/** As the customer or the seller asked for it. */
export async function updateCustomer(
  uow: UnitOfWork,
  deps: Deps,
  { key, update }: RequestedUpdate,
): Promise<CustomerRow> {
  const customer = await lockCustomer(uow.tx, key)
  if (customer === undefined) throw new Problem('not_found')
  return changeOnRequest(uow, deps, { customer, update })
}

interface RequestedChange {
  /** Locked. */
  readonly customer: CustomerRow
  readonly update: CustomerUpdate
}

/** Unlike what a checkout adds, it also holds for what the customer has already. */
async function changeOnRequest(
  uow: UnitOfWork,
  { onCustomerChanged }: Deps,
  { customer: before, update }: RequestedChange,
): Promise<CustomerRow> {
  const after = await changeCustomer(uow, before, update)
  if (after !== before) for (const hook of onCustomerChanged) await hook(uow, { before, after })
  return after
}

/** An update that changes nothing records no event. */
export async function changeCustomer(
  uow: UnitOfWork,
  customer: CustomerRow,
  update: CustomerUpdate,
): Promise<CustomerRow> {
  const change = accept(decideChange(presentCustomer(customer), update))
  if (Object.keys(change).length === 0) return customer
  const { tx, now } = uow
  // Only the seller gives another address here; a customer's waits for a code.
  const isMoved = change.email !== undefined && !isSameAddress(change.email, customer.email)
  const changes = { ...customerColumns(change), ...(isMoved && { isEmailClaimed: true }) }
  const saved = await saveCustomer(tx, customer, changes, now).catch(refuseTaken)
  assert(saved !== undefined, 'a locked customer is not deleted')
  // Those who signed in with the former address have no say at the new one.
  if (isMoved) await endSessionsOf(uow, customer)
  uow.record(customerEvent('updated', saved))
  return saved
}

type ExternalCustomerInput = CustomerInput & { readonly externalId: string }

/**
 * Of several parallel calls for one external id, one creates the customer and the others update it.
 */
export const upsertCustomer = async (
  uow: UnitOfWork,
  deps: Deps,
  input: ExternalCustomerInput,
): Promise<CustomerRow> =>
  (await tryUpsert(uow, deps, input)) ?? (await retryUpsert(uow, deps, input))

/** After a conflict the external id is found, unless the conflict was about the address. */
async function retryUpsert(
  uow: UnitOfWork,
  deps: Deps,
  input: ExternalCustomerInput,
): Promise<CustomerRow> {
  const customer = await tryUpsert(uow, deps, input)
  if (customer === undefined) throw emailTaken()
  return customer
}

async function tryUpsert(
  uow: UnitOfWork,
  deps: Deps,
  input: ExternalCustomerInput,
): Promise<CustomerRow | undefined> {
  const known = await lockCustomerByExternalId(uow.tx, input)
  if (known !== undefined) {
    const changed = await changeOnRequest(uow, deps, { customer: known, update: input })
    await claimCustomerEmail(uow, changed)
    return changed
  }
  const created = await insertCustomerUnlessTaken(uow.tx, newCustomerRow(uow, input))
  if (created !== undefined) uow.record(customerEvent('created', created))
  return created
}

/** The customer must be locked and have shown that mail to their address reaches them. */
export async function verifyCustomerEmail(
  uow: UnitOfWork,
  customer: CustomerRow,
): Promise<CustomerRow> {
  if (customer.emailVerified) return customer
  const saved = await saveCustomer(uow.tx, customer, { emailVerified: true }, uow.now)
  assert(saved !== undefined, 'a locked customer is not deleted')
  uow.record(customerEvent('updated', saved))
  return saved
}

/**
 * The customer must be locked. By the seller's word or a code they have shown that the address is
 * theirs; another customer who claims it keeps it.
 */
export async function claimCustomerEmail({ tx }: UnitOfWork, customer: CustomerRow): Promise<void> {
  if (customer.isEmailClaimed || (await lockCustomerByEmail(tx, customer)) !== undefined) return
  await claimEmail(tx, customer).catch(refuseTaken)
}

interface ProvedEmail {
  /** The customer has entered the code that was mailed to it. */
  readonly email: string
  /** The session in which they did. */
  readonly session: Id<'customerSession'>
}

/** The customer must be locked. Their other sessions end. */
export async function moveCustomerEmail(
  uow: UnitOfWork,
  customer: CustomerRow,
  { email, session }: ProvedEmail,
): Promise<CustomerRow> {
  const { tx, now } = uow
  const changes = { email, emailVerified: true, isEmailClaimed: true }
  const saved = await saveCustomer(tx, customer, changes, now).catch(refuseTaken)
  assert(saved !== undefined, 'a locked customer is not deleted')
  await endSessionsOf(uow, customer, { kept: session })
  uow.record(customerEvent('updated', saved))
  return saved
}
