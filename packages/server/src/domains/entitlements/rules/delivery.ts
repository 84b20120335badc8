/** What became of one call of a provider. */
export type DeliveryOutcome =
  | { readonly result: 'held' | 'invited' | 'taken' }
  | { readonly result: 'refused' | 'account_missing'; readonly reason: string }
  | Unanswered

interface Unanswered {
  readonly result: 'unanswered'
  readonly reason: string
  /** When the provider wants to be called again, if it says so. */
  readonly retryAfterSeconds: number | null
}

interface Attempted {
  /** Calls without an answer so far. */
  readonly attempts: number
  /** A call without an answer may still take effect. */
  readonly isUnsure: boolean
}

/** When the provider is called again, or never. */
interface NextCall extends Attempted {
  readonly dueAt: Date | null
}

export type DeliveryPlan =
  | { readonly effect: 'delivered'; readonly held: 'held' | 'invited'; readonly next: NextCall }
  | { readonly effect: 'taken' }
  | { readonly effect: 'failed' | 'waits'; readonly reason: string; readonly next: NextCall }
  | { readonly effect: 'none'; readonly next: NextCall }

export const attemptsMax = 20

/** What a late request would do is undone by then. */
const unsureSeconds = 60

/** How often an invitation is looked after: until it is accepted, and again when it expires. */
const invitationSeconds = 86_400

const never: NextCall = { dueAt: null, attempts: 0, isUnsure: false }

export function decideDelivery(
  { attempts, isUnsure }: Attempted,
  outcome: DeliveryOutcome,
  now: Date,
): DeliveryPlan {
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)
  const again = { ...never, dueAt: after(unsureSeconds) }
  switch (outcome.result) {
    case 'held':
      return { effect: 'delivered', held: 'held', next: isUnsure ? again : never }
    case 'invited': {
      const looked = { ...never, dueAt: after(invitationSeconds) }
      return { effect: 'delivered', held: 'invited', next: isUnsure ? again : looked }
    }
    case 'taken':
      return isUnsure ? { effect: 'none', next: again } : { effect: 'taken' }
    case 'refused':
      return { effect: 'failed', reason: outcome.reason, next: never }
    case 'account_missing':
      // What an earlier call may have given is taken.
      return { effect: 'waits', reason: outcome.reason, next: { ...never, dueAt: now, isUnsure } }
    case 'unanswered': {
      const made = attempts + 1
      if (made >= attemptsMax) return { effect: 'failed', reason: outcome.reason, next: never }
      const seconds = outcome.retryAfterSeconds ?? backoffSeconds(made)
      return { effect: 'none', next: { dueAt: after(seconds), attempts: made, isUnsure: true } }
    }
  }
}

const backoffSecondsMax = 3_600

export const backoffSeconds = (attempts: number): number =>
  Math.min(2 ** attempts, backoffSecondsMax)
