import type { BodyOf } from '@guildhall/contract/operation'
import { isInUnion } from '@guildhall/contract/tax/places'
import type { updateTaxRegistration } from '@guildhall/contract/tax/registrations'
import type { TaxRegistration, TaxScheme } from '@guildhall/contract/tax/shapes'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'

export type RegistrationUpdate = BodyOf<typeof updateTaxRegistration>

export type RegistrationChange = Partial<
  Pick<TaxRegistration, 'scheme' | 'taxNumber' | 'collectsSince'>
>

/** Only the fields that differ. Null clears the number; for the other fields it means no change. */
export function decideRegistrationChange(
  current: TaxRegistration,
  { scheme, taxNumber, collectsSince }: RegistrationUpdate,
): RegistrationChange | Refusal<'tax_scheme_outside_union'> {
  const decided = decideScheme(current.country, scheme ?? current.scheme)
  if (typeof decided !== 'string') return decided
  return {
    ...(decided !== current.scheme && { scheme: decided }),
    ...(taxNumber !== undefined && taxNumber !== current.taxNumber && { taxNumber }),
    ...(collectsSince != null &&
      collectsSince.getTime() !== current.collectsSince.getTime() && { collectsSince }),
  }
}

/** Only the European Union has registrations that cover more than their own place. */
export const decideScheme = (
  country: string,
  scheme: TaxScheme,
): TaxScheme | Refusal<'tax_scheme_outside_union'> =>
  scheme === 'domestic' || isInUnion(country)
    ? scheme
    : refuse('tax_scheme_outside_union', { loc: ['body', 'scheme'] })
