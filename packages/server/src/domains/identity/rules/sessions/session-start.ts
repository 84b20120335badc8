import type { RefusalCode } from '@guildhall/contract/refusals'
import { type Refusal, refuse } from '../../../../kernel/refusal.ts'
import { isBanned } from '../administration/bans.ts'
import { type LifetimeFacts, sessionLifetimeSeconds } from './session-life.ts'

interface Bannable {
  readonly banned: boolean | null
  readonly banExpires: Date | null
}

export interface SessionStartFacts<U extends Bannable> extends LifetimeFacts {
  /** As locked; null if the user was deleted meanwhile. */
  readonly user: U | null
  /** The refusal for a deleted user. */
  readonly deletedRefusal: RefusalCode
}

/** The steps a sign-in can lead to. A second factor adds its challenge to this union. */
interface SessionStartPlan<U extends Bannable> {
  readonly kind: 'session'
  readonly user: U
  readonly lifetimeSeconds: number
  /** The user's ban has expired and is removed. */
  readonly liftsBan: boolean
}

/** What follows from a successful first factor, whichever way the user signed in. */
export function decideSessionStart<U extends Bannable>(
  facts: SessionStartFacts<U>,
  now: Date,
): SessionStartPlan<U> | Refusal<RefusalCode> {
  const { user } = facts
  if (user === null) return refuse(facts.deletedRefusal)
  if (isBanned(user, now)) return refuse('banned_user')
  return {
    kind: 'session',
    user,
    lifetimeSeconds: sessionLifetimeSeconds(facts),
    liftsBan: user.banned === true,
  }
}
