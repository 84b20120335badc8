import type { BodyOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import { readState } from '@guildhall/contract/tax/places'
import type { createTaxRegistration as contract } from '@guildhall/contract/tax/registrations'
import { accept, Problem } from '../../../kernel/refusal.ts'
import { violatedConstraint } from '../../../platform/database/failures.ts'
import { eventOf } from '../../../platform/outbox/domain-events.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { presentRegistration } from '../present/registration.ts'
import { decideScheme } from '../rules/registration-change.ts'
import { insertRegistration, type TaxRegistrationRow } from '../store/registrations.ts'

type RegistrationInput = BodyOf<typeof contract> & { readonly organizationId: Id<'organization'> }

export async function createRegistration(
  uow: UnitOfWork,
  { organizationId, country, state, scheme, taxNumber, collectsSince }: RegistrationInput,
): Promise<TaxRegistrationRow> {
  const registration = await insertRegistration(uow.tx, {
    organizationId,
    id: uow.newId('taxRegistration'),
    country,
    state: state == null ? null : readState(country, state),
    scheme: accept(decideScheme(country, scheme ?? 'domestic')),
    taxNumber: taxNumber ?? null,
    collectsSince: collectsSince ?? uow.now,
    createdAt: uow.now,
  }).catch(refuseDuplicate)
  uow.record(eventOf('tax_registration.created', registration, presentRegistration(registration)))
  return registration
}

/** Unique indexes decide, so that of concurrent requests only one succeeds. */
export function refuseDuplicate(error: unknown): never {
  const violated = violatedConstraint(error)
  if (violated === 'tax_registration_place') {
    throw new Problem('tax_registration_exists', { loc: ['body', 'country'] })
  }
  if (violated === 'tax_registration_union') {
    throw new Problem('tax_scheme_taken', { loc: ['body', 'scheme'] })
  }
  throw error
}
