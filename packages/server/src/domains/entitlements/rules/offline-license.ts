import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import type { LicenseTerms } from './license-terms.ts'

export interface OfflineLicense {
  readonly expiresAt: Date
  readonly graceDays: number
}

interface Facts {
  /** Of the key. */
  readonly expiresAt: Date | null
  readonly now: Date
}

const dayMilliseconds = 86_400_000

/** How long an application may go on without a connection: never longer than the key is valid. */
export function decideOfflineLicense(
  { offline }: Pick<LicenseTerms, 'offline'>,
  { expiresAt, now }: Facts,
): OfflineLicense | Refusal<'license_offline_off'> {
  if (offline === null) return refuse('license_offline_off')
  const { days, graceDays } = offline
  const end = new Date(now.getTime() + days * dayMilliseconds)
  if (expiresAt !== null && expiresAt <= end) return { expiresAt, graceDays: 0 }
  return { expiresAt: end, graceDays }
}
