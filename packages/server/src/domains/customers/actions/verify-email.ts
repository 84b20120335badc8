import { assert } from '../../../kernel/assert.ts'
import type { Work } from '../../../platform/work.ts'
import { type CustomerRow, saveCustomer } from '../store/customers.ts'
import { customerEvent } from './present-customer.ts'

/** Whoever is locked has shown that mail to their address reaches them. */
export async function verifyEmail(work: Work, customer: CustomerRow): Promise<void> {
  if (customer.emailVerified) return
  const saved = await saveCustomer(work.tx, customer, { emailVerified: true }, work.now)
  assert(saved !== undefined, 'whoever is locked stays')
  work.record(customerEvent('updated', saved))
}
