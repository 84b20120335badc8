import { formatCount } from '#/lib/format.ts'
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
export function licenseText({ prefix, expires, activations, limitUsage, offline }: LicenseKeys) {
  return [
    { label: 'Prefix', value: prefix ?? 'none' },
    { label: 'Expires', value: expires === null ? 'never' : `after ${spanText(expires)}` },
    { label: 'Activations', value: activations === null ? 'not used' : placesText(activations) },
    { label: 'Uses', value: limitUsage === null ? 'unlimited' : formatCount(limitUsage) },
    { label: 'Offline licenses', value: offline === null ? 'no' : offlineText(offline) },
  ]
}

function spanText({ ttl, timeframe }: NonNullable<LicenseKeys['expires']>): string {
  return ttl === 1 ? `1 ${timeframe}` : `${formatCount(ttl)} ${timeframe}s`
}

function placesText({ limit, enableCustomerAdmin }: NonNullable<LicenseKeys['activations']>) {
  return enableCustomerAdmin ? `${limit}, customers can deactivate` : String(limit)
}

const offlineText = ({ days, graceDays }: NonNullable<LicenseKeys['offline']>): string =>
  graceDays === 0
    ? `for ${daysText(days)}`
    : `for ${daysText(days)}, then ${daysText(graceDays)} of grace`

const daysText = (days: number): string => (days === 1 ? '1 day' : `${days} days`)
