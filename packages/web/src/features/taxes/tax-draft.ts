import type { BodyInput } from '@guildhall/contract/endpoint'
import { isInUnion } from '@guildhall/contract/tax/places'
import type {
  createTaxRegistration,
  updateTaxRegistration,
} from '@guildhall/contract/tax/registrations'
import type { TaxScheme } from '@guildhall/contract/tax/shapes'
import { type Day, dayOf, startOfDay } from '../../ui/calendar-days.ts'
import type { TaxRegistration } from './tax-queries.ts'

/** As it's typed: what isn't said is empty. */
export interface TaxDraft {
  country: string | null
  state: string
  scheme: TaxScheme
  taxNumber: string
  firstDay: Day | null
}

export const draftOf = (kept: TaxRegistration | null): TaxDraft => ({
  country: kept?.country ?? null,
  state: kept?.state ?? '',
  scheme: kept?.scheme ?? 'domestic',
  taxNumber: kept?.taxNumber ?? '',
  firstDay: kept === null ? null : dayOf(kept.collectsSince),
})

type NewRegistration = Omit<BodyInput<typeof createTaxRegistration>, 'organizationId' | 'country'>

/** Beside the country. What the country doesn't ask for isn't sent, though it may be chosen. */
export const newRegistrationOf = (country: string, draft: TaxDraft): NewRegistration => ({
  state: draft.state === '' ? null : draft.state,
  scheme: isInUnion(country) ? draft.scheme : 'domestic',
  taxNumber: numberOf(draft),
  collectsSince: startOf(draft.firstDay),
})

/** A day that wasn't touched keeps its hour. */
export const changesOf = (
  draft: TaxDraft,
  kept: TaxRegistration,
): BodyInput<typeof updateTaxRegistration> => ({
  scheme: draft.scheme,
  taxNumber: numberOf(draft),
  ...(draft.firstDay !== dayOf(kept.collectsSince) && { collectsSince: startOf(draft.firstDay) }),
})

const numberOf = ({ taxNumber }: TaxDraft): string | null =>
  taxNumber.trim() === '' ? null : taxNumber

/** Days are those of the reader's calendar; no day is at once. */
const startOf = (day: Day | null): string | null =>
  day === null ? null : startOfDay(day).toISOString()
