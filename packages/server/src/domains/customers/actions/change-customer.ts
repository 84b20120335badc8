import { assert } from '../../../kernel/assert.ts'
import { accept, Problem } from '../../../kernel/refusal.ts'
import type { Work } from '../../../platform/work.ts'
import { type CustomerWish, decideChange } from '../rules/customer-change.ts'
import {
  type CustomerKey,
  type CustomerRow,
  insertCustomerUnlessTaken,
  lockCustomer,
  lockExternalCustomer,
  saveCustomer,
} from '../store/customers.ts'
import { asTaken, type CustomerToBe, emailTaken, rowOf } from './create-customer.ts'
import { columnsOf } from './customer-columns.ts'
import { customerEvent, presentCustomer } from './present-customer.ts'

export async function updateCustomer(
  work: Work,
  key: CustomerKey,
  wish: CustomerWish,
): Promise<CustomerRow> {
  const customer = await lockCustomer(work.tx, key)
  if (customer === undefined) throw new Problem('not_found')
  return changeCustomer(work, customer, wish)
}

/** What changes nothing is no change, and no news. */
export async function changeCustomer(
  work: Work,
  customer: CustomerRow,
  wish: CustomerWish,
): Promise<CustomerRow> {
  const change = accept(decideChange(presentCustomer(customer), wish))
  if (Object.keys(change).length === 0) return customer
  const { tx, now } = work
  const saved = await saveCustomer(tx, customer, columnsOf(change), now).catch(asTaken)
  assert(saved !== undefined, 'whoever is locked stays')
  work.record(customerEvent('updated', saved))
  return saved
}

type ExternalCustomerToBe = CustomerToBe & { readonly externalId: string }

/** Of many at once for one external id, one creates the customer and the others change it. */
export const upsertCustomer = async (
  work: Work,
  wish: ExternalCustomerToBe,
): Promise<CustomerRow> => (await putCustomer(work, wish)) ?? (await putAgain(work, wish))

/** Somebody else has just taken the external id, so it is known now; or the address is taken. */
async function putAgain(work: Work, wish: ExternalCustomerToBe): Promise<CustomerRow> {
  const customer = await putCustomer(work, wish)
  if (customer === undefined) throw emailTaken()
  return customer
}

async function putCustomer(
  work: Work,
  wish: ExternalCustomerToBe,
): Promise<CustomerRow | undefined> {
  const known = await lockExternalCustomer(work.tx, wish)
  if (known !== undefined) return changeCustomer(work, known, wish)
  const created = await insertCustomerUnlessTaken(work.tx, rowOf(work, wish))
  if (created !== undefined) work.record(customerEvent('created', created))
  return created
}
