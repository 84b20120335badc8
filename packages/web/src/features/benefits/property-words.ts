import type { Permission } from './benefit-draft.ts'
import type { Benefit } from './benefit-queries.ts'

type LicenseKeys = Extract<Benefit, { type: 'license_keys' }>['properties']

export const permissionNames: Readonly<Record<Permission, string>> = {
  pull: 'Read',
  triage: 'Triage',
  push: 'Write',
  maintain: 'Maintain',
  admin: 'Admin',
}

/** What keys are good for, name by name. */
export function licenseWords({ prefix, expires, activations, limitUsage }: LicenseKeys) {
  return [
    { label: 'Prefix', value: prefix ?? 'none' },
    { label: 'Expires', value: expires === null ? 'never' : `after ${spanWords(expires)}` },
    { label: 'Activations', value: activations === null ? 'unlimited' : placesWords(activations) },
    { label: 'Uses', value: limitUsage === null ? 'unlimited' : limitUsage.toLocaleString() },
  ]
}

function spanWords({ ttl, timeframe }: NonNullable<LicenseKeys['expires']>): string {
  return ttl === 1 ? `1 ${timeframe}` : `${ttl.toLocaleString()} ${timeframe}s`
}

function placesWords({ limit, enableCustomerAdmin }: NonNullable<LicenseKeys['activations']>) {
  return enableCustomerAdmin ? `${limit}, customers may deactivate` : String(limit)
}
