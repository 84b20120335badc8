import { updateLicenseKey } from '@guildhall/contract/entitlements/license-keys'
import type { BodyInput } from '@guildhall/contract/operation'
import { type FieldSchemas, wholeNumber } from '#/lib/form-schema.ts'
import { wireFields } from '#/lib/wire-fields.ts'
import { addDays, type Day, dayOf, startOfDay } from '#/ui/calendar-days.ts'
import type { LicenseKey } from './key-queries.ts'

/** As typed; an empty limit is none. */
export interface KeyDraft {
  status: LicenseKey['status']
  usage: string
  usageMax: string
  activationsMax: string
  /** The last day on which it is valid. */
  lastDay: Day | null
}

type Terms = Pick<LicenseKey, 'status' | 'usage' | 'limitUsage' | 'limitActivations' | 'expiresAt'>

export const draftOf = (key: Terms): KeyDraft => ({
  status: key.status,
  usage: String(key.usage),
  usageMax: textOf(key.limitUsage),
  activationsMax: textOf(key.limitActivations),
  lastDay: key.expiresAt && dayOf(new Date(key.expiresAt.getTime() - 1)),
})

/**
 * Only what was changed: a limit that is sent no longer follows the benefit, and an application may
 * count usage meanwhile.
 */
export function changesOf(key: Terms, draft: KeyDraft): BodyInput<typeof updateLicenseKey> {
  const before = draftOf(key)
  const isChanged = (field: keyof KeyDraft) => draft[field] !== before[field]
  return {
    ...(isChanged('status') && { status: draft.status }),
    ...(isChanged('usage') && { usage: Number(draft.usage) }),
    ...(isChanged('usageMax') && { limitUsage: numberOf(draft.usageMax) }),
    ...(isChanged('activationsMax') && { limitActivations: numberOf(draft.activationsMax) }),
    ...(isChanged('lastDay') && { expiresAt: endOf(draft.lastDay) }),
  }
}

const textOf = (limit: number | null): string => (limit === null ? '' : String(limit))

const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text))

/** Days are in the reader’s time zone; the last day is included. */
const endOf = (day: Day | null): string | null =>
  day === null ? null : startOfDay(addDays(day, 1)).toISOString()

const { usage, limitUsage, limitActivations } = updateLicenseKey.body.shape
const optional = { isOptional: true }

export const keySchema = {
  usage: wholeNumber(usage),
  usageMax: wholeNumber(limitUsage, optional),
  activationsMax: wholeNumber(limitActivations, optional),
} satisfies FieldSchemas<KeyDraft>

export const keyField = wireFields<KeyDraft>({
  status: 'status',
  usage: 'usage',
  limit_usage: 'usageMax',
  limit_activations: 'activationsMax',
  expires_at: 'lastDay',
})
