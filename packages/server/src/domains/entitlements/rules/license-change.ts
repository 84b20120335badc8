import type { updateLicenseKey } from '@guildhall/contract/entitlements/license-keys'
import type { BodyOf } from '@guildhall/contract/operation'
import { distinct } from '../../../kernel/indexing.ts'
import { isSame } from '../../../kernel/json-equality.ts'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import { type LicenseLimits, type LimitName, limitNames } from './license-terms.ts'

interface ChangeableKey extends LicenseLimits {
  readonly isHeld: boolean
  readonly sellerStatus: string | null
  readonly usage: number
  readonly overridden: readonly LimitName[]
}

export type KeyChanges = Partial<Omit<ChangeableKey, 'isHeld'>>

/** What a seller’s request changes: null where nothing does. A limit that is sent is the key’s own. */
export function decideKeyChanges(
  key: ChangeableKey,
  { status, usage, ...limits }: BodyOf<typeof updateLicenseKey>,
): KeyChanges | null | Refusal<'license_key_not_held'> {
  if (!key.isHeld && status != null && status !== 'revoked') {
    return refuse('license_key_not_held', { loc: ['body', 'status'] })
  }
  const set = limitNames.filter((name) => limits[name] !== undefined)
  const asked: KeyChanges = {
    ...(status != null && { sellerStatus: status === 'granted' ? null : status }),
    ...(usage !== undefined && { usage }),
    ...Object.fromEntries(set.map((name) => [name, limits[name]])),
    ...(set.length > 0 && { overridden: distinct([...key.overridden, ...set]) }),
  }
  const current: Readonly<Record<string, unknown>> = { ...key }
  const isChanged = Object.entries(asked).some(([name, value]) => !isEqual(value, current[name]))
  return isChanged ? asked : null
}

const isEqual = (one: unknown, other: unknown): boolean =>
  one instanceof Date && other instanceof Date
    ? one.getTime() === other.getTime()
    : isSame(one, other)
