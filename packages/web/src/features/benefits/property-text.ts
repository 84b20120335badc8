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

/** The properties of license keys as labels and values. */
export function licenseText({ prefix, expires, activations, limitUsage }: LicenseKeys) {
  return [
    { label: 'Prefix', value: prefix ?? 'none' },
    { label: 'Expires', value: expires === null ? 'never' : `after ${spanText(expires)}` },
    { label: 'Activations', value: activations === null ? 'unlimited' : placesText(activations) },
    { label: 'Uses', value: limitUsage === null ? 'unlimited' : limitUsage.toLocaleString() },
  ]
}

function spanText({ ttl, timeframe }: NonNullable<LicenseKeys['expires']>): string {
  return ttl === 1 ? `1 ${timeframe}` : `${ttl.toLocaleString()} ${timeframe}s`
}

function placesText({ limit, enableCustomerAdmin }: NonNullable<LicenseKeys['activations']>) {
  return enableCustomerAdmin ? `${limit}, customers can deactivate` : String(limit)
}
