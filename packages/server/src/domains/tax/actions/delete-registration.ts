import { Problem } from '../../../kernel/refusal.ts'
import { eventOf } from '../../../platform/outbox/domain-events.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { presentRegistration } from '../present/registration.ts'
import { saveRegistration, type TaxRegistrationKey } from '../store/registrations.ts'

/** The row is only marked as deleted, because invoices show its number. */
export async function deleteRegistration(uow: UnitOfWork, key: TaxRegistrationKey): Promise<void> {
  const { tx, now } = uow
  const deleted = await saveRegistration(tx, key, { deletedAt: now }, now)
  if (deleted === undefined) throw new Problem('not_found')
  uow.record(eventOf('tax_registration.deleted', deleted, presentRegistration(deleted)))
}
