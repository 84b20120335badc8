import type { BodyInput } from '@guildhall/contract/operation'
import { isInUnion } from '@guildhall/contract/tax/places'
import type {
  createTaxRegistration,
  updateTaxRegistration,
} from '@guildhall/contract/tax/registrations'
import type { TaxScheme } from '@guildhall/contract/tax/shapes'
import { type Day, dayOf, startOfDay } from '#/ui/calendar-days.ts'
import type { TaxRegistration } from './tax-queries.ts'

/** As typed; omitted values are empty. */
export interface TaxDraft {
  country: string | null
  state: string
  scheme: TaxScheme
  taxNumber: string
  firstDay: Day | null
}

export const draftOf = (existing: TaxRegistration | null): TaxDraft => ({
  country: existing?.country ?? null,
  state: existing?.state ?? '',
  scheme: existing?.scheme ?? 'domestic',
  taxNumber: existing?.taxNumber ?? '',
  firstDay: existing === null ? null : dayOf(existing.collectsSince),
})

type NewRegistration = Omit<BodyInput<typeof createTaxRegistration>, 'organizationId' | 'country'>

/** The parts of the place besides the country; those that don’t apply to it aren’t sent. */
export const newRegistrationOf = (country: string, draft: TaxDraft): NewRegistration => ({
  state: draft.state === '' ? null : draft.state,
  scheme: isInUnion(country) ? draft.scheme : 'domestic',
  taxNumber: numberOf(draft),
  collectsSince: startOf(draft.firstDay),
})

/** An unchanged day keeps its time. */
export const changesOf = (
  draft: TaxDraft,
  existing: TaxRegistration,
): BodyInput<typeof updateTaxRegistration> => ({
  scheme: draft.scheme,
  taxNumber: numberOf(draft),
  ...(draft.firstDay !== dayOf(existing.collectsSince) && {
    collectsSince: startOf(draft.firstDay),
  }),
})

const numberOf = ({ taxNumber }: TaxDraft): string | null =>
  taxNumber.trim() === '' ? null : taxNumber

/** Days are in the reader's time zone; without a day, it takes effect immediately. */
const startOf = (day: Day | null): string | null =>
  day === null ? null : startOfDay(day).toISOString()
