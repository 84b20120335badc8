import { assert } from '../../../kernel/assert.ts'
import { accept, Problem } from '../../../kernel/refusal.ts'
import type { Work } from '../../../platform/work.ts'
import { decideRegistrationChange, type RegistrationWish } from '../rules/registration-change.ts'
import {
  lockRegistration,
  saveRegistration,
  type TaxRegistrationKey,
  type TaxRegistrationRow,
} from '../store/registrations.ts'
import { asTaken } from './create-registration.ts'
import { presentRegistration, registrationEvent } from './present-registration.ts'

/** What changes nothing is no change, and no news. */
export async function updateRegistration(
  work: Work,
  key: TaxRegistrationKey,
  wish: RegistrationWish,
): Promise<TaxRegistrationRow> {
  const { tx, now } = work
  const known = await lockRegistration(tx, key)
  if (known === undefined) throw new Problem('not_found')
  const change = accept(decideRegistrationChange(presentRegistration(known), wish))
  if (Object.keys(change).length === 0) return known
  const saved = await saveRegistration(tx, known, change, now).catch(asTaken)
  assert(saved !== undefined, 'what is locked stays')
  work.record(registrationEvent('updated', saved))
  return saved
}
