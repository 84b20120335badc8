import type { RefusalEntry } from '../refusal-entry.ts'

export const entitlementRefusals = {
  download_expired: {
    status: 410,
    message: 'This link has expired. Get a new one from the list of your downloads.',
    error: 'DownloadExpired',
  },
} as const satisfies Record<string, RefusalEntry>
