import type { BodyOf } from '@guildhall/contract/endpoint'
import type { Id } from '@guildhall/contract/primitives'
import { readState } from '@guildhall/contract/tax/places'
import type { createTaxRegistration as contract } from '@guildhall/contract/tax/registrations'
import { accept, Problem } from '../../../kernel/refusal.ts'
import { violatedConstraint } from '../../../platform/database/failures.ts'
import type { Work } from '../../../platform/work.ts'
import { decideScheme } from '../rules/registration-change.ts'
import { insertRegistration, type TaxRegistrationRow } from '../store/registrations.ts'
import { registrationEvent } from './present-registration.ts'

type RegistrationToBe = BodyOf<typeof contract> & { readonly organizationId: Id<'organization'> }

export async function createRegistration(
  work: Work,
  { organizationId, country, state, scheme, taxNumber, collectsSince }: RegistrationToBe,
): Promise<TaxRegistrationRow> {
  const registration = await insertRegistration(work.tx, {
    organizationId,
    id: work.newId('taxRegistration'),
    country,
    state: state == null ? null : readState(country, state),
    scheme: accept(decideScheme(country, scheme ?? 'domestic')),
    taxNumber: taxNumber ?? null,
    collectsSince: collectsSince ?? work.now,
    createdAt: work.now,
  }).catch(asTaken)
  work.record(registrationEvent('created', registration))
  return registration
}

/** What the constraints refuse, so that of many at once only one gets it. */
export function asTaken(error: unknown): never {
  const violated = violatedConstraint(error)
  if (violated === 'tax_registration_place') {
    throw new Problem('tax_registration_exists', { loc: ['body', 'country'] })
  }
  if (violated === 'tax_registration_union') {
    throw new Problem('tax_scheme_taken', { loc: ['body', 'scheme'] })
  }
  throw error
}
