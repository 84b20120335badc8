import { Problem } from '../../../kernel/refusal.ts'
import type { Work } from '../../../platform/work.ts'
import { saveRegistration, type TaxRegistrationKey } from '../store/registrations.ts'
import { registrationEvent } from './present-registration.ts'

/** The row stays, for its number is printed on the invoices of its time. */
export async function deleteRegistration(work: Work, key: TaxRegistrationKey): Promise<void> {
  const { tx, now } = work
  const deleted = await saveRegistration(tx, key, { deletedAt: now }, now)
  if (deleted === undefined) throw new Problem('not_found')
  work.record(registrationEvent('deleted', deleted))
}
