import type { LicenseKeyProperties } from '@guildhall/contract/benefits/shapes'
import { addInterval, anchorDayOf } from '../../../kernel/period.ts'

/** What a benefit says about its license keys. */
export type LicenseTerms = LicenseKeyProperties

export interface LicenseLimits {
  /** Null where the key isn’t activated. */
  readonly limitActivations: number | null
  /** Null for no limit. */
  readonly limitUsage: number | null
  /** Null for never. */
  readonly expiresAt: Date | null
}

export const limitNames = ['limitActivations', 'limitUsage', 'expiresAt'] as const

export type LimitName = (typeof limitNames)[number]

interface Issue {
  readonly issuedAt: Date
  /** Keys of subscriptions live as long as the subscription: they don’t expire on their own. */
  readonly isOfSubscription: boolean
}

/** The limits of a key of these terms. */
export function limitsOf(
  { expires, activations, limitUsage }: LicenseTerms,
  { issuedAt, isOfSubscription }: Issue,
): LicenseLimits {
  const isEndless = isOfSubscription || expires === null
  return {
    limitActivations: activations?.limit ?? null,
    limitUsage,
    expiresAt: isEndless
      ? null
      : addInterval(
          issuedAt,
          { unit: expires.timeframe, count: expires.ttl },
          anchorDayOf(issuedAt),
        ),
  }
}

interface SoldKey extends Pick<Issue, 'issuedAt'> {
  readonly limits: LicenseLimits
  /** The limits that the seller set for this key alone. */
  readonly overridden: readonly LimitName[]
}

/**
 * The limits of a sold key after its benefit has changed: what was bought is never lowered, and a
 * key that doesn’t expire, as those of subscriptions, never begins to.
 */
export function raiseLimits(key: SoldKey, terms: LicenseTerms): LicenseLimits {
  const offered = limitsOf(terms, { issuedAt: key.issuedAt, isOfSubscription: false })
  const { limits } = key
  const isFixed = (name: LimitName) => key.overridden.includes(name)
  return {
    limitActivations: isFixed('limitActivations')
      ? limits.limitActivations
      : moreActivations(limits.limitActivations, offered.limitActivations),
    limitUsage: isFixed('limitUsage')
      ? limits.limitUsage
      : lessLimited(limits.limitUsage, offered.limitUsage),
    expiresAt: isFixed('expiresAt')
      ? limits.expiresAt
      : lessLimited(limits.expiresAt, offered.expiresAt),
  }
}

const moreActivations = (held: number | null, offered: number | null): number | null =>
  held === null || (offered !== null && offered > held) ? offered : held

/** Null is no limit at all. */
const lessLimited = <T extends number | Date>(held: T | null, offered: T | null): T | null => {
  if (held === null || offered === null) return null
  return offered > held ? offered : held
}
