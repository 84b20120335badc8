import type { LicenseKeyStatus } from '@guildhall/contract/entitlements/license-key-shapes'
import type { Id } from '@guildhall/contract/primitives'
import { isSame } from '../../../kernel/json-equality.ts'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'

interface StatusFacts {
  /** Whether the customer holds the benefit. */
  readonly isHeld: boolean
  /** What the seller said; null for nothing. */
  readonly sellerStatus: string | null
}

/** The seller may take a key away, but not give one that the customer doesn’t hold. */
export function statusOfKey({ isHeld, sellerStatus }: StatusFacts): LicenseKeyStatus {
  if (!isHeld || sellerStatus === 'revoked') return 'revoked'
  return sellerStatus === 'disabled' ? 'disabled' : 'granted'
}

export interface CheckedKey extends StatusFacts {
  readonly benefitId: Id<'benefit'>
  readonly customerId: Id<'customer'>
  readonly expiresAt: Date | null
  /** The end of the overlap, if the key was replaced by another. */
  readonly validUntil: Date | null
  readonly limitActivations: number | null
  readonly limitUsage: number | null
  readonly usage: number
}

type InvalidKey = Refusal<
  'license_key_unknown' | 'license_key_revoked' | 'license_key_disabled' | 'license_key_expired'
>

/** Whether a key that was shown is good for anything. */
export function decideKey<K extends CheckedKey>(key: K | undefined, now: Date): K | InvalidKey {
  if (key === undefined || (key.validUntil !== null && key.validUntil <= now)) {
    return refuse('license_key_unknown')
  }
  const status = statusOfKey(key)
  if (status === 'revoked') return refuse('license_key_revoked')
  if (status === 'disabled') return refuse('license_key_disabled')
  if (key.expiresAt !== null && key.expiresAt <= now) return refuse('license_key_expired')
  return key
}

type Conditions = Readonly<Record<string, string | number | boolean>>

export interface CheckedActivation {
  readonly conditions: unknown
}

interface Use<A> {
  /** Undefined where the request names one that doesn’t exist, null where it names none. */
  readonly activation: A | undefined | null
  readonly conditions: Conditions
}

/** An activation without conditions is valid under any. */
export function decideActivationUse<A extends CheckedActivation>({
  activation,
  conditions,
}: Use<A>): A | null | Refusal<'license_activation_required' | 'license_condition_mismatch'> {
  if (activation === undefined) return refuse('license_activation_required')
  if (activation === null) return null
  const isUnconditional = Object.keys(Object(activation.conditions)).length === 0
  const isMet = isUnconditional || isSame(activation.conditions, conditions)
  return isMet ? activation : refuse('license_condition_mismatch')
}

export interface Validation {
  readonly benefitId?: Id<'benefit'> | null | undefined
  readonly customerId?: Id<'customer'> | null | undefined
  readonly incrementUsage?: number | null | undefined
}

type RefusedUse = Refusal<'license_condition_mismatch' | 'license_usage_exhausted'>

/** The usage of a valid key after this validation. */
export function decideUse(
  { benefitId, customerId, limitUsage, usage }: CheckedKey,
  asked: Validation,
): { readonly usage: number } | RefusedUse {
  const isOther =
    (asked.benefitId != null && asked.benefitId !== benefitId) ||
    (asked.customerId != null && asked.customerId !== customerId)
  if (isOther) return refuse('license_condition_mismatch')
  const increment = asked.incrementUsage ?? 0
  const limit = limitUsage ?? usageMax
  if (increment > 0 && usage + increment > limit) {
    return refuse('license_usage_exhausted', { limit, left: Math.max(0, limit - usage) })
  }
  return { usage: usage + increment }
}

/** What the column holds. */
const usageMax = 2_147_483_647

/** Whether a valid key may be activated once more. */
export function decideActivation(
  { limitActivations: limit }: Pick<CheckedKey, 'limitActivations'>,
  activationsCount: number,
): null | Refusal<'license_activation_off' | 'license_activations_exhausted'> {
  if (limit === null) return refuse('license_activation_off')
  return activationsCount < limit ? null : refuse('license_activations_exhausted', { limit })
}
