import type { Id } from '@guildhall/contract/primitives'

export interface HeldGrant {
  readonly id: Id<'benefitGrant'>
  readonly benefitId: Id<'benefit'>
  readonly status: string
}

interface SourceFacts<G extends HeldGrant> {
  /** It is paid for, within its period or its grace, and its customer isn’t deleted. */
  readonly isEntitled: boolean
  /** The benefits of its product, in the seller’s order. */
  readonly benefitIds: readonly Id<'benefit'>[]
  /** All that it ever granted, also what was revoked. */
  readonly grants: readonly G[]
}

export interface GrantDecision<G extends HeldGrant> {
  /** Granted for the first time. */
  readonly grant: readonly Id<'benefit'>[]
  /** Granted again, with what they gave before where that is still there. */
  readonly restore: readonly G[]
  readonly revoke: readonly G[]
  /** Held before and after: never touched. */
  readonly keep: readonly G[]
}

/** What a source’s customer is to hold because of it, compared with what they hold. */
export function decideGrants<G extends HeldGrant>({
  isEntitled,
  benefitIds,
  grants,
}: SourceFacts<G>): GrantDecision<G> {
  const wanted = new Set(isEntitled ? benefitIds : [])
  const known = new Set(grants.map(({ benefitId }) => benefitId))
  const held = grants.filter(isHeld)
  return {
    grant: [...wanted].filter((id) => !known.has(id)),
    restore: grants.filter((one) => !isHeld(one) && wanted.has(one.benefitId)),
    revoke: held.filter(({ benefitId }) => !wanted.has(benefitId)),
    keep: held.filter(({ benefitId }) => wanted.has(benefitId)),
  }
}

const isHeld = ({ status }: Pick<HeldGrant, 'status'>): boolean => status !== 'revoked'
