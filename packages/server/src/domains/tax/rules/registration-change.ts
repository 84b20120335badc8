import type { BodyOf } from '@guildhall/contract/endpoint'
import { isInUnion } from '@guildhall/contract/tax/places'
import type { updateTaxRegistration } from '@guildhall/contract/tax/registrations'
import type { TaxRegistration, TaxScheme } from '@guildhall/contract/tax/shapes'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'

export type RegistrationWish = BodyOf<typeof updateTaxRegistration>

export type RegistrationChange = Partial<
  Pick<TaxRegistration, 'scheme' | 'taxNumber' | 'collectsSince'>
>

/** What of a wish makes a difference. Absent keeps, null clears what can be empty. */
export function decideRegistrationChange(
  known: TaxRegistration,
  { scheme, taxNumber, collectsSince }: RegistrationWish,
): RegistrationChange | Refusal<'tax_scheme_elsewhere'> {
  const wanted = decideScheme(known.country, scheme ?? known.scheme)
  if (typeof wanted !== 'string') return wanted
  return {
    ...(wanted !== known.scheme && { scheme: wanted }),
    ...(taxNumber !== undefined && taxNumber !== known.taxNumber && { taxNumber }),
    ...(collectsSince != null &&
      collectsSince.getTime() !== known.collectsSince.getTime() && { collectsSince }),
  }
}

/** What reaches further than its own place does so within the European Union. */
export const decideScheme = (
  country: string,
  scheme: TaxScheme,
): TaxScheme | Refusal<'tax_scheme_elsewhere'> =>
  scheme === 'domestic' || isInUnion(country)
    ? scheme
    : refuse('tax_scheme_elsewhere', { loc: ['body', 'scheme'] })
