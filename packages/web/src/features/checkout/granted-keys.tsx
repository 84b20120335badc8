import type { LicenseKey } from '@guildhall/contract/entitlements/license-key-shapes'
import type * as z from 'zod/mini'
import { CopyButton } from '#/ui/copy-button.tsx'
import type { Granted } from './granted.ts'
import { usePortalItems } from './portal-items.ts'
import { isRecord } from './wire.ts'

type Key = z.input<typeof LicenseKey>

interface GrantedKeysProps {
  token: string
  grant: Granted
}

/** The license key that the purchase gave. */
export function GrantedKeys({ token, grant }: GrantedKeysProps) {
  const by = ['benefit_id', grant.benefitId] as const
  const keys = usePortalItems({ token, name: 'license-keys', by }, isKey)
  // A customer may have bought others before. A buyer who typed an address sees this purchase only.
  const { licenseKeyId } = grant.properties
  const own = keys.filter(({ id }) => licenseKeyId === undefined || id === licenseKeyId)
  return own.map(({ id, key }) => (
    <p key={id} className="flex items-center gap-1">
      <code className="min-w-0 font-mono text-xs break-all">{key}</code>
      <CopyButton text={key} what="license key" className="shrink-0" />
    </p>
  ))
}

/** A minimal check: the response is our own server’s, and this page ships no schemas. */
const isKey = (value: unknown): value is Key => isRecord(value) && 'id' in value && 'key' in value
