import { assert } from '../../../kernel/assert.ts'
import { accept, Problem } from '../../../kernel/refusal.ts'
import { eventOf } from '../../../platform/outbox/domain-events.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { presentRegistration } from '../present/registration.ts'
import { decideRegistrationChange, type RegistrationUpdate } from '../rules/registration-change.ts'
import {
  lockRegistration,
  saveRegistration,
  type TaxRegistrationKey,
  type TaxRegistrationRow,
} from '../store/registrations.ts'
import { refuseDuplicate } from './create-registration.ts'

/** An update that changes nothing saves nothing and records no event. */
export async function updateRegistration(
  uow: UnitOfWork,
  key: TaxRegistrationKey,
  input: RegistrationUpdate,
): Promise<TaxRegistrationRow> {
  const { tx, now } = uow
  const current = await lockRegistration(tx, key)
  if (current === undefined) throw new Problem('not_found')
  const change = accept(decideRegistrationChange(presentRegistration(current), input))
  if (Object.keys(change).length === 0) return current
  const saved = await saveRegistration(tx, current, change, now).catch(refuseDuplicate)
  assert(saved !== undefined, 'this transaction holds the lock')
  uow.record(eventOf('tax_registration.updated', saved, presentRegistration(saved)))
  return saved
}
